(* Reward functions and the ray rule: a functional that is linear in f and looks at finitely many
   places is >= 0 on a class of arms if it is >= 0 on the constant 1 and on every extreme ray.
     rays_of       the rule, for all four classes
     includes_ok   a class that contains another one
     Rew_ray       the sums Rew on the rays; Area_eq, P_same and others by their definitions *)
Require Export Definitions.
Require Import Lra Lia.

(* --- sums --- *)
Lemma Rew_0 f : Rew f 0 = 0. Proof. reflexivity. Qed.
Lemma Rew_succ f n : (0 <= n)%Z -> Rew f (n + 1) = Rew f n + f (n + 1)%Z.
Proof.
  intro H. unfold Rew. replace (Z.to_nat (n + 1)) with (S (Z.to_nat n)) by lia.
  cbn [sum1]. do 2 f_equal. lia.
Qed.
Lemma sum1_lin (a b : R) f g n : sum1 (fun i => a * f i + b * g i) n = a * sum1 f n + b * sum1 g n.
Proof. induction n as [|n IH]; cbn [sum1]; [ring | rewrite IH; ring]. Qed.

Lemma Rew_ext f g n : (forall i, (1 <= i <= n)%Z -> f i = g i) -> Rew f n = Rew g n.
Proof.
  unfold Rew. intro H.
  assert (forall m, (Z.of_nat m <= Z.max 0 n)%Z -> sum1 f m = sum1 g m) as G.
  { induction m as [|m IH]; intro L; [reflexivity|]. cbn [sum1]. rewrite IH, H by lia. reflexivity. }
  apply G. lia.
Qed.

(* Functionals linear in f that look at finitely many places n >= first. *)
Record functional (first : Z) (L : arm -> R) : Prop := {
  linear : forall a b f g, L (fun n => a * f n + b * g n) = a * L f + b * L g;
  local : exists M, (first <= M)%Z /\ forall f g, (forall n, (first <= n <= M)%Z -> f n = g n) -> L f = L g }.

Lemma functional_value o e : (o <= e)%Z -> functional o (fun f => f e).
Proof. intro H. split; [reflexivity|]. exists e. split; [exact H|]. intros f g G. apply G. lia. Qed.
Lemma functional_Rew o e : (o <= 1)%Z -> (0 <= e)%Z -> functional o (fun f => Rew f e).
Proof.
  intros H0 H. split; [intros; apply sum1_lin|].
  exists (Z.max o e). split; [lia|]. intros; apply Rew_ext; intros; apply H1; lia.
Qed.
Lemma functional_zero o : functional o (fun _ => 0).
Proof. split; [intros; ring|]. exists o. split; [lia|reflexivity]. Qed.
Lemma functional_comb o c L K : functional o L -> functional o K -> functional o (fun f => c * L f + K f).
Proof.
  intros [l1 [M1 [p1 e1]]] [l2 [M2 [p2 e2]]]. split.
  - intros. rewrite l1, l2. ring.
  - exists (Z.max M1 M2). split; [lia|]. intros f g H. rewrite (e1 f g), (e2 f g); [reflexivity| |];
    intros; apply H; lia.
Qed.

Definition one : arm := fun _ => 1.
Definition hinge (j : Z) : arm := fun n => IZR (Z.min n j).

(* The ray rule. f^M(n) = f(min n M); L(f^M) - s_(M-1) L(h_M) stays >= 0 as M grows. *)
Theorem rays L : functional 0 L -> 0 <= L one -> (forall j, (1 <= j)%Z -> 0 <= L (hinge j)) ->
  forall f, concave f -> 0 <= L f.
Proof.
  intros [lin [M0 [M0pos loc]]] H1 Hj f Hf.
  pose (cut := fun M : Z => (fun n => f (Z.min n M)) : arm).
  pose (s := fun M : Z => f (M + 1)%Z - f M).
  assert (ext : forall f g, (forall n, (0 <= n)%Z -> f n = g n) -> L f = L g).
  { intros a b E. apply loc. intros n Hn. apply E. lia. }
  assert (inv : forall m : nat, 0 <= L (cut (Z.of_nat m + 1)%Z) - s (Z.of_nat m) * L (hinge (Z.of_nat m + 1))).
  { induction m as [|m IH].
    - replace (L (cut (Z.of_nat 0 + 1)%Z)) with (f 0%Z * L one + s 0%Z * L (hinge 1)).
      + cbn. destruct Hf as [z _ _]. nra.
      + rewrite <- lin. apply ext. intros n Hn. unfold cut, s, one, hinge. cbn.
        destruct (Z.eq_dec n 0) as [->|]; [cbn; ring|].
        rewrite Z.min_r by lia. cbn. ring.
    - set (M := (Z.of_nat m + 1)%Z) in *.
      replace (Z.of_nat (S m)) with M by lia.
      assert (E : L (cut (M + 1)%Z) = L (cut M) + s M * (L (hinge (M + 1)) - L (hinge M))).
      { transitivity (L (fun n => 1 * cut M n + s M * (1 * hinge (M + 1) n + -1 * hinge M n))).
        - apply ext. intros n Hn. unfold cut, s, hinge.
          destruct (Z_le_gt_dec n M).
          + rewrite !Z.min_l by lia. ring.
          + rewrite !Z.min_r by lia. rewrite plus_IZR. ring.
        - rewrite lin, lin. ring. }
      rewrite E. pose proof (Hj M ltac:(lia)) as P0.
      pose proof (bending f Hf M ltac:(lia)) as B. unfold s in *.
      replace (Z.of_nat m) with (M - 1)%Z in IH by lia.
      replace (M - 1 + 1)%Z with M in IH by lia. nra. }
  specialize (inv (Z.to_nat M0)). rewrite Z2Nat.id in inv by lia.
  replace (L f) with (L (cut (M0 + 1)%Z)).
  - pose proof (Hj (M0 + 1)%Z ltac:(lia)). pose proof (rising f Hf M0 M0pos). unfold s in inv. nra.
  - apply loc. intros n Hn. unfold cut. now rewrite Z.min_l by lia.
Qed.

(* The functionals on the rays. *)
Lemma Rew_one e : (0 <= e)%Z -> Rew one e = IZR e.
Proof.
  intro H. revert e H. apply natlike_ind; [reflexivity|]. intros e H IH.
  unfold Z.succ. rewrite Rew_succ, IH, plus_IZR by lia. unfold one. ring.
Qed.
Lemma hinge_before j e : (e <= j)%Z -> hinge j e = IZR e.
Proof. intro H. unfold hinge. now rewrite Z.min_l. Qed.
Lemma hinge_after j e : (j <= e)%Z -> hinge j e = IZR j.
Proof. intro H. unfold hinge. now rewrite Z.min_r. Qed.
Lemma Rew_hinge_before j e : (0 <= e)%Z -> (e <= j)%Z -> Rew (hinge j) e = IZR e * (IZR e + 1) / 2.
Proof.
  intro H. revert e H. apply (natlike_ind (fun e => (e <= j)%Z -> Rew (hinge j) e = IZR e * (IZR e + 1) / 2)).
  - intros _. rewrite Rew_0. field.
  - intros e H IH L. unfold Z.succ in *.
    rewrite Rew_succ, IH, hinge_before, plus_IZR by lia. field.
Qed.
Lemma Rew_hinge_after j e : (0 <= j)%Z -> (j <= e)%Z ->
  Rew (hinge j) e = IZR j * (IZR j + 1) / 2 + IZR j * (IZR e - IZR j).
Proof.
  intros Hj H. replace e with (j + (e - j))%Z by lia. assert (0 <= e - j)%Z by lia.
  generalize dependent (e - j)%Z. intros d Hd.
  revert d Hd. apply natlike_ind.
  - rewrite Z.add_0_r, Rew_hinge_before by lia. field.
  - intros d Hd IH. unfold Z.succ. rewrite Z.add_assoc, Rew_succ, IH, hinge_after by lia.
    rewrite !plus_IZR. field.
Qed.

(* --- the other classes --- *)
Definition ray (c : aclass) (j : Z) : arm :=
  match c with
  | Concave => hinge j
  | ConcaveFrom1 => fun n => hinge j (n - 1)%Z
  | Monotone => fun n => if (j <=? n)%Z then 1 else 0
  | Rotting => fun n => if (n <=? j)%Z then 1 else 0
  end.
Lemma functional_ext o L f g : functional o L -> (forall n, (o <= n)%Z -> f n = g n) -> L f = L g.
Proof. intros [_ [M [_ E]]] H. apply E. intros n Hn. apply H. lia. Qed.
Lemma rays_monotone L : functional 0 L -> 0 <= L one -> (forall j, (1 <= j)%Z -> 0 <= L (ray Monotone j)) ->
  forall f, in_class Monotone f -> 0 <= L f.
Proof.
  intros FL H1 Hj f [f0 mono]. pose (cut := fun M : Z => (fun n => f (Z.min n M)) : arm).
  assert (inv : forall m : nat, 0 <= L (cut (Z.of_nat m))).
  { induction m as [|m IH].
    - rewrite (functional_ext 0 L (cut (Z.of_nat 0)) (fun n => f 0%Z * one n + 0 * one n) FL).
      + rewrite (linear _ _ FL). nra.
      + intros n Hn. unfold cut, one. cbn [Z.of_nat]. rewrite Z.min_r by lia. ring.
    - rewrite (functional_ext 0 L (cut (Z.of_nat (S m))) (fun n => 1 * cut (Z.of_nat m) n + (f (Z.of_nat m + 1)%Z - f (Z.of_nat m)) * ray Monotone (Z.of_nat m + 1) n) FL).
      + rewrite (linear _ _ FL). pose proof (Hj (Z.of_nat m + 1)%Z ltac:(lia)). pose proof (mono (Z.of_nat m) ltac:(lia)). nra.
      + intros n Hn. unfold cut, ray. replace (Z.of_nat (S m)) with (Z.of_nat m + 1)%Z by lia. destruct (Z.leb_spec (Z.of_nat m + 1) n).
        * rewrite !Z.min_r by lia. ring.
        * rewrite !Z.min_l by lia. ring. }
  destruct FL as [_ [M [Mp E]]]. specialize (inv (Z.to_nat M)). rewrite Z2Nat.id in inv by lia.
  rewrite (E f (cut M)); [assumption|]. intros n Hn. unfold cut. now rewrite Z.min_l by lia.
Qed.
Lemma rays_rotting L : functional 1 L -> 0 <= L one -> (forall j, (1 <= j)%Z -> 0 <= L (ray Rotting j)) ->
  forall f, in_class Rotting f -> 0 <= L f.
Proof.
  intros FL H1 Hj f Cf. pose (cut := fun M : Z => (fun n => f (Z.min n M)) : arm).
  assert (inv : forall m : nat, 0 <= L (cut (Z.of_nat m + 1)%Z) - f (Z.of_nat m + 1)%Z * L one).
  { induction m as [|m IH].
    - rewrite (functional_ext 1 L (cut (Z.of_nat 0 + 1)%Z) (fun n => f 1%Z * one n + 0 * one n) FL).
      + rewrite (linear _ _ FL). cbn. lra.
      + intros n Hn. unfold cut, one. cbn. rewrite Z.min_r by lia. ring.
    - set (M := (Z.of_nat m + 1)%Z) in *. replace (Z.of_nat (S m) + 1)%Z with (M + 1)%Z by lia.
      rewrite (functional_ext 1 L (cut (M + 1)%Z) (fun n => 1 * cut M n + (f M - f (M + 1)%Z) * (1 * ray Rotting M n + -1 * one n)) FL).
      + rewrite !(linear _ _ FL). pose proof (Hj M ltac:(lia)). pose proof (Cf M ltac:(lia)). nra.
      + intros n Hn. unfold cut, ray, one. destruct (Z.leb_spec n M).
        * rewrite !Z.min_l by lia. ring.
        * rewrite !Z.min_r by lia. ring. }
  destruct FL as [_ [M [Mp E]]]. specialize (inv (Z.to_nat (M - 1))). rewrite Z2Nat.id in inv by lia. replace (M - 1 + 1)%Z with M in inv by lia.
  pose proof (Cf M Mp). rewrite (E f (cut M)); [nra|]. intros n Hn. unfold cut. now rewrite Z.min_l by lia.
Qed.
Theorem rays_of c L : functional (first c) L -> 0 <= L one -> (forall j, (1 <= j)%Z -> 0 <= L (ray c j)) ->
  forall f, in_class c f -> 0 <= L f.
Proof.
  destruct c; cbn [first]; intros FL H1 Hj f Cf.
  - now apply (rays L).
  - assert (FK : functional 0 (fun g => L (fun n => g (n - 1)%Z))).
    { destruct FL as [l [M [Mp E]]]. split; [intros; apply l|]. exists (M - 1)%Z. split; [lia|]. intros g h H. apply E. intros n Hn. apply H. lia. }
    pose proof (rays (fun g => L (fun n => g (n - 1)%Z)) FK H1 Hj (fun n => f (n + 1)%Z) Cf) as X. cbn in X.
    rewrite (functional_ext 1 L f (fun n => f (n - 1 + 1)%Z) FL); [assumption|]. intros n _. f_equal. lia.
  - now apply rays_monotone.
  - now apply rays_rotting.
Qed.
Definition includes (c d : aclass) : bool :=
  match c, d with Concave, Concave | ConcaveFrom1, ConcaveFrom1 | Monotone, Monotone | Rotting, Rotting
    | ConcaveFrom1, Concave | Monotone, Concave => true | _, _ => false end.
Lemma includes_ok c d f : includes c d = true -> in_class d f -> in_class c f.
Proof.
  destruct c, d; cbn; try discriminate; intros _ H; try assumption.
  - split; cbn.
    + pose proof (at_zero f H). pose proof (rising f H 0 ltac:(lia)). cbn in *. lra.
    + intros n Hn. apply (rising f H). lia.
    + intros n Hn. pose proof (bending f H (n + 1) ltac:(lia)) as B. replace (n + 1 - 1)%Z with (n - 1 + 1)%Z in B by lia. exact B.
  - split; apply H.
Qed.
(* on the rays *)
Definition after (c : aclass) (j e : Z) : Prop := match c with Concave | Rotting => (j < e)%Z | ConcaveFrom1 => (j < e - 1)%Z | Monotone => (j <= e)%Z end.
Lemma Rew_shift_before j e : (0 <= e)%Z -> (e - 1 <= j)%Z -> (0 <= j)%Z -> Rew (ray ConcaveFrom1 j) e = (IZR e - 1) * IZR e / 2.
Proof.
  intros H L Hj. revert e H L. apply (natlike_ind (fun e => (e - 1 <= j)%Z -> Rew (ray ConcaveFrom1 j) e = (IZR e - 1) * IZR e / 2)).
  - intros _. rewrite Rew_0. field.
  - intros e H IH L. unfold Z.succ in *. rewrite Rew_succ, IH by lia. cbn [ray]. replace (e + 1 - 1)%Z with e by lia. rewrite hinge_before, plus_IZR by lia. field.
Qed.
Lemma Rew_shift_after j e : (0 <= j)%Z -> (j <= e - 1)%Z -> Rew (ray ConcaveFrom1 j) e = IZR j * (IZR j + 1) / 2 + IZR j * (IZR e - 1 - IZR j).
Proof.
  intros Hj H. replace e with (j + 1 + (e - 1 - j))%Z by lia. assert (0 <= e - 1 - j)%Z by lia. generalize dependent (e - 1 - j)%Z. intros d Hd.
  revert d Hd. apply natlike_ind.
  - rewrite Z.add_0_r, Rew_shift_before, plus_IZR by lia. field.
  - intros d Hd IH. unfold Z.succ. rewrite Z.add_assoc, Rew_succ, IH by lia. cbn [ray]. rewrite hinge_after by lia. rewrite !plus_IZR. field.
Qed.
Lemma Rew_step_before j e : (0 <= e)%Z -> (e < j)%Z -> Rew (ray Monotone j) e = 0.
Proof.
  intros H L. revert e H L. apply (natlike_ind (fun e => (e < j)%Z -> Rew (ray Monotone j) e = 0)); [reflexivity|].
  intros e H IH L. unfold Z.succ in *. rewrite Rew_succ, IH by lia. cbn [ray]. destruct (Z.leb_spec j (e + 1)); [lia|lra].
Qed.
Lemma Rew_step_after j e : (1 <= j)%Z -> (j <= e)%Z -> Rew (ray Monotone j) e = IZR e - IZR j + 1.
Proof.
  intros Hj H. replace e with (j + (e - j))%Z by lia. assert (0 <= e - j)%Z by lia. generalize dependent (e - j)%Z. intros d Hd. revert d Hd. apply natlike_ind.
  - rewrite Z.add_0_r. replace j with (j - 1 + 1)%Z at 2 by lia. rewrite Rew_succ, Rew_step_before by lia. cbn [ray]. destruct (Z.leb_spec j (j - 1 + 1)); [lra|lia].
  - intros d Hd IH. unfold Z.succ. rewrite Z.add_assoc, Rew_succ, IH by lia. cbn [ray]. destruct (Z.leb_spec j (j + d + 1)); [|lia]. rewrite !plus_IZR. lra.
Qed.
Lemma Rew_drop_before j e : (0 <= e)%Z -> (e <= j)%Z -> Rew (ray Rotting j) e = IZR e.
Proof.
  intros H L. revert e H L. apply (natlike_ind (fun e => (e <= j)%Z -> Rew (ray Rotting j) e = IZR e)); [reflexivity|].
  intros e H IH L. unfold Z.succ in *. rewrite Rew_succ, IH, plus_IZR by lia. cbn [ray]. destruct (Z.leb_spec (e + 1) j); [lra|lia].
Qed.
Lemma Rew_drop_after j e : (0 <= j)%Z -> (j <= e)%Z -> Rew (ray Rotting j) e = IZR j.
Proof.
  intros Hj H. replace e with (j + (e - j))%Z by lia. assert (0 <= e - j)%Z by lia. generalize dependent (e - j)%Z. intros d Hd. revert d Hd. apply natlike_ind.
  - rewrite Z.add_0_r. apply Rew_drop_before; lia.
  - intros d Hd IH. unfold Z.succ. rewrite Z.add_assoc, Rew_succ, IH by lia. cbn [ray]. destruct (Z.leb_spec (j + d + 1) j); [lia|lra].
Qed.
Lemma Area_eq f n : (0 <= n)%Z -> Area f n = Rew f n - f n / 2 + f 0%Z / 2.
Proof.
  intro H. unfold Area, Rew. rewrite <- (Z2Nat.id n H) at 3. induction (Z.to_nat n) as [|m IH]; cbn [sum1]; [cbn; lra|]. rewrite IH.
  replace (Z.of_nat (S m) - 1)%Z with (Z.of_nat m) by lia. lra.
Qed.

(* --- plain facts --- *)
Lemma P_same f n : P f n n = Rew f n.
Proof. unfold P. lra. Qed.
Lemma value_nonneg f n : concave f -> (0 <= n)%Z -> 0 <= f n.
Proof.
  intros C H. revert n H. apply natlike_ind; [apply C|]. intros n H IH. pose proof (rising f C n H). unfold Z.succ. lra.
Qed.
Lemma Rew_nonneg f n : concave f -> 0 <= Rew f n.
Proof.
  intro C. unfold Rew. induction (Z.to_nat n) as [|m IH]; cbn [sum1]; [lra|].
  pose proof (value_nonneg f (Z.of_nat (S m)) C ltac:(lia)). lra.
Qed.
Definition zero_arm : arm := fun _ => 0.
Lemma zero_in_class c : in_class c zero_arm.
Proof. destruct c; cbn; [split; intros; unfold zero_arm; lra | split; intros; unfold zero_arm; lra | split; intros; unfold zero_arm; lra | intros; unfold zero_arm; lra]. Qed.
Lemma zero_at_most_1 c : at_most_1 c zero_arm.
Proof. intros n _. unfold zero_arm. lra. Qed.
