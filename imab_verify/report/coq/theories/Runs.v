(* Runs: sums, counts, last pulls, the opening, what is earned.
     sum_counts      the counts add up
     last_step_ok    the last pull of an arm
     earned          ALG is the sum of what the arms earn
     some_counts     counts of different arms, and what is left for the others
     after_opening   every arm has m pulls after the opening, and exactly m at its end *)
Require Export Arms.
Require Import Lra Lia Bool Arith.
Open Scope R_scope.

(* --- sums and maxima --- *)
Lemma sumR_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sumR n f = sumR n g.
Proof. induction n; intro H; [reflexivity|]. cbn. rewrite IHn, H; [reflexivity| |]; intros; try apply H; lia. Qed.
Lemma sumR_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sumR n f <= sumR n g.
Proof. induction n; intro H; cbn; [lra|]. apply Rplus_le_compat; [apply IHn; intros; apply H; lia | apply H; lia]. Qed.
Lemma sumR_plus n f g : sumR n (fun i => f i + g i) = sumR n f + sumR n g.
Proof. induction n; cbn; [ring | rewrite IHn; ring]. Qed.
Lemma sumR_scal n c f : sumR n (fun i => c * f i) = c * sumR n f.
Proof. induction n; cbn; [ring | rewrite IHn; ring]. Qed.
Lemma sumR_const n c : sumR n (fun _ => c) = INR n * c.
Proof. induction n; cbn [sumR]; [cbn; ring | rewrite IHn, S_INR; ring]. Qed.
Lemma sumR_IZR n f : sumR n (fun i => IZR (f i)) = IZR (sumZ n f).
Proof. induction n; cbn; [reflexivity | rewrite IHn, plus_IZR; reflexivity]. Qed.
Lemma sumR_at n f j : (j < n)%nat -> (forall i, (i < n)%nat -> i <> j -> f i = 0) -> sumR n f = f j.
Proof.
  intros L H. induction n; [lia|]. cbn. destruct (Nat.eq_dec j n) as [->|].
  - assert (sumR n f = 0) as ->; [|ring]. clear IHn. transitivity (sumR n (fun _ => 0)); [|rewrite sumR_const; ring].
    apply sumR_ext. intros; apply H; lia.
  - rewrite IHn, (H n) by (intros; try apply H; lia). ring.
Qed.
Lemma sumR_zero n f : (forall i, (i < n)%nat -> f i = 0) -> sumR n f = 0.
Proof. intro H. rewrite (sumR_ext n f (fun _ => 0)) by assumption. rewrite sumR_const. ring. Qed.
Lemma sumR_swap n m f : sumR n (fun i => sumR m (fun j => f i j)) = sumR m (fun j => sumR n (fun i => f i j)).
Proof. induction n; cbn; [now rewrite sumR_zero | rewrite IHn, sumR_plus; reflexivity]. Qed.
Lemma maxZ_ge n f i : (i < n)%nat -> (f i <= maxZ n f)%Z.
Proof. induction n; intro H; [lia|]. cbn. destruct (Nat.eq_dec i n) as [->|]; [lia|]. assert (f i <= maxZ n f)%Z by (apply IHn; lia). lia. Qed.
Lemma maxZ_attained n f : (1 <= n)%nat -> (forall i, (0 <= f i)%Z) -> exists i, (i < n)%nat /\ f i = maxZ n f.
Proof.
  intros Hn P0. induction n; [lia|]. cbn. destruct n.
  - exists 0%nat. cbn. specialize (P0 0%nat). lia.
  - destruct IHn as [i [Li Ei]]; [lia|]. destruct (Z_le_gt_dec (f (S n)) (maxZ (S n) f)).
    + exists i. lia. + exists (S n). lia.
Qed.
Lemma maxR_ge n f i : (i < n)%nat -> f i <= maxR n f.
Proof.
  induction n; intro H; [lia|]. cbn. pose proof (Rmax_l (maxR n f) (f n)). pose proof (Rmax_r (maxR n f) (f n)).
  destruct (Nat.eq_dec i n) as [->|]; [assumption|]. assert (f i <= maxR n f) by (apply IHn; lia). lra.
Qed.
Lemma maxR_attained n f : (1 <= n)%nat -> (forall i, 0 <= f i) -> exists i, (i < n)%nat /\ f i = maxR n f.
Proof.
  intros Hn P0. induction n; [lia|]. cbn. destruct n.
  - exists 0%nat. split; [lia|]. cbn. specialize (P0 0%nat). unfold Rmax. destruct (Rle_dec 0 (f 0%nat)); lra.
  - destruct IHn as [i [Li Ei]]; [lia|]. unfold Rmax. destruct (Rle_dec (maxR (S n) f) (f (S n))).
    + exists (S n). split; [lia|reflexivity]. + exists i. split; [lia|assumption].
Qed.

(* --- counts --- *)
Section Counts.
  Variables (k : nat) (s : nat -> nat).
  Lemma count_nonneg t i : (0 <= count s t i)%Z.
  Proof. induction t; cbn; [lia|]. destruct (Nat.eqb (s t) i); lia. Qed.
  Lemma count_step t : count s (S t) (s t) = (count s t (s t) + 1)%Z.
  Proof. cbn. now rewrite Nat.eqb_refl. Qed.
  Lemma count_other t i : s t <> i -> count s (S t) i = count s t i.
  Proof. intro H. cbn. apply Nat.eqb_neq in H. rewrite H. lia. Qed.
  Lemma count_mono t u i : (t <= u)%nat -> (count s t i <= count s u i)%Z.
  Proof. induction 1; [lia|]. cbn. destruct (Nat.eqb (s m) i); lia. Qed.
  Lemma sum_counts t : (forall u, (u < t)%nat -> (s u < k)%nat) -> sumZ k (count s t) = Z.of_nat t.
  Proof.
    induction t; intro H.
    - clear. induction k as [|n IH]; [reflexivity|]. cbn [sumZ]. rewrite IH. reflexivity.
    - assert (G : forall n, sumZ n (count s (S t)) = (sumZ n (count s t) + (if Nat.ltb (s t) n then 1 else 0))%Z).
      { induction n; [reflexivity|]. cbn [sumZ]. rewrite IHn. cbn [count].
        destruct (Nat.ltb_spec (s t) n), (Nat.ltb_spec (s t) (S n)), (Nat.eqb_spec (s t) n); lia. }
      rewrite G, IHt by (intros; apply H; lia). specialize (H t ltac:(lia)). apply Nat.ltb_lt in H. rewrite H. lia.
  Qed.
  Lemma last_pull t i : (1 <= count s t i)%Z -> exists u, (u < t)%nat /\ s u = i /\ count s (S u) i = count s t i /\
    forall v, (u < v < t)%nat -> s v <> i.
  Proof.
    induction t; cbn [count]; intro H; [lia|]. destruct (Nat.eqb_spec (s t) i) as [E|E].
    - exists t. split; [lia|]. split; [assumption|]. split; [cbn; destruct (Nat.eqb_spec (s t) i); lia|]. intros; lia.
    - destruct IHt as [u [Lu [Eu [Cu Nu]]]]; [lia|]. exists u. split; [lia|]. split; [assumption|]. split; [cbn [count]; rewrite <- Cu in *; cbn [count] in *; lia|].
      intros v Hv. destruct (Nat.eq_dec v t) as [->|]; [assumption | apply Nu; lia].
  Qed.
  Lemma ALG_by_arms (F : nat -> arm) t : (forall u, (u < t)%nat -> (s u < k)%nat) ->
    sumR t (fun u => F (s u) (count s (S u) (s u))) = sumR k (fun i => Rew (F i) (count s t i)).
  Proof.
    induction t; intro H.
    - cbn. symmetry. apply sumR_zero. reflexivity.
    - cbn [sumR]. rewrite IHt by (intros; apply H; lia).
      assert (G : forall i, Rew (F i) (count s (S t) i) = Rew (F i) (count s t i) + (if Nat.eqb (s t) i then F i (count s (S t) i) else 0)).
      { intro i. cbn [count]. destruct (Nat.eqb_spec (s t) i) as [<-|].
        - rewrite Rew_succ by apply count_nonneg. ring.
        - rewrite Z.add_0_r. ring. }
      rewrite (sumR_ext _ _ _ (fun i _ => G i)), sumR_plus. f_equal.
      rewrite (sumR_at k _ (s t)); [now rewrite Nat.eqb_refl | apply H; lia |].
      intros i _ N0. destruct (Nat.eqb_spec (s t) i); [congruence | reflexivity].
  Qed.
  (* a lower bound of the sum of counts that are all >= m *)
  Lemma sum_one (c : nat -> Z) m n : (forall i, (i < n)%nat -> (m <= c i)%Z) -> forall i, (i < n)%nat ->
    (c i + m * (Z.of_nat n - 1) <= sumZ n c)%Z.
  Proof.
    assert (A : forall n, (forall i, (i < n)%nat -> (m <= c i)%Z) -> (m * Z.of_nat n <= sumZ n c)%Z).
    { clear. induction n; intro H; [cbn; lia|]. cbn [sumZ]. specialize (H n ltac:(lia)) as Hn. assert (m * Z.of_nat n <= sumZ n c)%Z by (apply IHn; intros; apply H; lia). lia. }
    induction n; intros H i Li; [lia|]. cbn [sumZ]. destruct (Nat.eq_dec i n) as [->|].
    - pose proof (A n ltac:(intros; apply H; lia)). lia.
    - pose proof (IHn ltac:(intros; apply H; lia) i ltac:(lia)). specialize (H n ltac:(lia)). lia.
  Qed.
  Lemma sum_two (c : nat -> Z) m n : (forall i, (i < n)%nat -> (m <= c i)%Z) -> forall i j, (i < n)%nat -> (j < n)%nat -> i <> j ->
    (c i + c j + m * (Z.of_nat n - 2) <= sumZ n c)%Z.
  Proof.
    induction n; intros H i j Li Lj D; [lia|]. cbn [sumZ].
    assert (H' : forall i, (i < n)%nat -> (m <= c i)%Z) by (intros; apply H; lia).
    destruct (Nat.eq_dec i n) as [->|].
    - pose proof (sum_one c m n H' j ltac:(lia)). lia.
    - destruct (Nat.eq_dec j n) as [->|].
      + pose proof (sum_one c m n H' i ltac:(lia)). lia.
      + pose proof (IHn H' i j ltac:(lia) ltac:(lia) D). specialize (H n ltac:(lia)). lia.
  Qed.
End Counts.

Lemma sumZ_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sumZ n f = sumZ n g.
Proof. induction n; intro H; [reflexivity|]. cbn. rewrite IHn, H; [reflexivity| |]; intros; try apply H; lia. Qed.
Lemma minZ_le n f i : (i < n)%nat -> (minZ n f <= f i)%Z.
Proof.
  induction n as [|n IH]; intro H; [lia|]. destruct n; [cbn; replace i with 0%nat by lia; lia|].
  change (Z.min (minZ (S n) f) (f (S n)) <= f i)%Z. destruct (Nat.eq_dec i (S n)) as [->|]; [lia|]. specialize (IH ltac:(lia)). lia.
Qed.
Lemma minZ_attained n f : (1 <= n)%nat -> exists i, (i < n)%nat /\ f i = minZ n f.
Proof.
  induction n as [|n IH]; intro H; [lia|]. destruct n; [exists 0%nat; cbn; lia|].
  change (minZ (S (S n)) f) with (Z.min (minZ (S n) f) (f (S n))). destruct IH as [i [Li Ei]]; [lia|].
  destruct (Z_le_gt_dec (minZ (S n) f) (f (S n))); [exists i | exists (S n)]; lia.
Qed.
(* a sum over different arms, and what is left for the others *)
Fixpoint sum_list {X} (f : X -> R) (l : list X) : R := match l with [] => 0 | x :: l => f x + sum_list f l end.
Lemma sumR_update n f x y : (x < n)%nat -> sumR n f = sumR n (fun i => if Nat.eqb i x then y else f i) + (f x - y).
Proof.
  intro H. set (d := fun i => if Nat.eqb i x then f x - y else 0).
  assert (D : sumR n d = f x - y).
  { unfold d. rewrite (sumR_at n _ x H); [now rewrite Nat.eqb_refl|]. intros i _ N. now destruct (Nat.eqb_spec i x). }
  rewrite <- D, <- sumR_plus. apply sumR_ext. intros i _. unfold d. destruct (Nat.eqb_spec i x) as [->|]; ring.
Qed.
Lemma sum_list_ext {X} (f g : X -> R) l : (forall x, In x l -> f x = g x) -> sum_list f l = sum_list g l.
Proof. induction l; intro H; cbn; [reflexivity|]. rewrite H, IHl; [reflexivity | intros; apply H; now right | now left]. Qed.
Lemma some_counts n l : NoDup l -> (forall i, In i l -> (i < n)%nat) -> forall f lo, (forall i, (i < n)%nat -> lo <= f i) ->
  sum_list f l + (INR n - INR (length l)) * lo <= sumR n f.
Proof.
  induction 1 as [|x l N1 N2 IH]; intros B f lo Lo.
  - cbn [sum_list length INR]. pose proof (sumR_le n (fun _ => lo) f Lo) as X. rewrite sumR_const in X. lra.
  - assert (Bx : (x < n)%nat) by (apply B; now left).
    rewrite (sumR_update n f x lo Bx). set (f' := fun i => if Nat.eqb i x then lo else f i).
    specialize (IH ltac:(intros; apply B; now right) f' lo). cbn [sum_list length]. rewrite S_INR.
    rewrite (sum_list_ext f f' l).
    + assert (X : forall i, (i < n)%nat -> lo <= f' i) by (intros i Hi; unfold f'; destruct (Nat.eqb i x); [lra | now apply Lo]).
      specialize (IH X). lra.
    + intros i I. unfold f'. destruct (Nat.eqb_spec i x) as [->|]; [contradiction|reflexivity].
Qed.
Lemma some_counts_most n l : NoDup l -> (forall i, In i l -> (i < n)%nat) -> forall f hi, (forall i, (i < n)%nat -> f i <= hi) ->
  sumR n f <= sum_list f l + (INR n - INR (length l)) * hi.
Proof.
  intros N B f hi Hi. pose proof (some_counts n l N B (fun i => -1 * f i) (- hi)) as X.
  rewrite sumR_scal in X. assert (E : sum_list (fun i => -1 * f i) l = - sum_list f l).
  { clear. induction l; cbn; [ring | rewrite IHl; ring]. }
  rewrite E in X. assert (forall i, (i < n)%nat -> - hi <= -1 * f i) as Y by (intros i Li; specialize (Hi i Li); lra). specialize (X Y). lra.
Qed.

(* --- runs of policies --- *)
Lemma some_counts_Z n l f lo : NoDup l -> (forall i, In i l -> (i < n)%nat) -> (forall i, (i < n)%nat -> (lo <= f i)%Z) ->
  (fold_right (fun i s => f i + s) 0 l + (Z.of_nat n - Z.of_nat (length l)) * lo <= sumZ n f)%Z.
Proof.
  intros N B Lo. apply le_IZR. rewrite <- sumR_IZR, plus_IZR, mult_IZR, minus_IZR, <- !INR_IZR_INZ.
  pose proof (some_counts n l N B (fun i => IZR (f i)) (IZR lo) (fun i Hi => IZR_le _ _ (Lo i Hi))) as X.
  replace (IZR (fold_right (fun i s => f i + s)%Z 0%Z l)) with (sum_list (fun i => IZR (f i)) l); [exact X|].
  clear. induction l; cbn [sum_list fold_right]; [reflexivity | rewrite plus_IZR, IHl; reflexivity].
Qed.
Lemma some_counts_most_Z n l f hi : NoDup l -> (forall i, In i l -> (i < n)%nat) -> (forall i, (i < n)%nat -> (f i <= hi)%Z) ->
  (sumZ n f <= fold_right (fun i s => f i + s) 0 l + (Z.of_nat n - Z.of_nat (length l)) * hi)%Z.
Proof.
  intros N B Hi. apply le_IZR. rewrite <- sumR_IZR, plus_IZR, mult_IZR, minus_IZR, <- !INR_IZR_INZ.
  pose proof (some_counts_most n l N B (fun i => IZR (f i)) (IZR hi) (fun i Hj => IZR_le _ _ (Hi i Hj))) as X.
  replace (IZR (fold_right (fun i s => f i + s)%Z 0%Z l)) with (sum_list (fun i => IZR (f i)) l); [exact X|].
  clear. induction l; cbn [sum_list fold_right]; [reflexivity | rewrite plus_IZR, IHl; reflexivity].
Qed.
Lemma last_step_ok s t i : (1 <= count s t i)%Z -> (last_step s t i < t)%nat /\ s (last_step s t i) = i /\
  count s (last_step s t i) i = (count s t i - 1)%Z.
Proof.
  induction t; cbn [count last_step]; intro H; [lia|]. destruct (Nat.eqb_spec (s t) i) as [E|E].
  - split; [lia|]. split; [assumption|lia].
  - destruct IHt as [A [B C]]; [lia|]. split; [lia|]. split; [assumption|lia].
Qed.
(* the largest count is reached by a pull of an arm that has it less one, and leads *)
Lemma level_reached k s t : (forall u, (u < t)%nat -> (s u < k)%nat) -> (1 <= level k s t)%Z ->
  exists u, (u < t)%nat /\ count s u (s u) = (level k s t - 1)%Z /\ level k s u = (level k s t - 1)%Z.
Proof.
  induction t as [|t IH]; intros B H.
  - exfalso. unfold level in H. assert (maxZ k (count s 0) = 0)%Z as E by (clear; induction k; cbn [maxZ]; [reflexivity | rewrite IHk; reflexivity]). lia.
  - assert (Up : (level k s t <= level k s (S t) <= level k s t + 1)%Z).
    { clear. unfold level. induction k as [|n IH]; [cbn; lia|]. cbn [maxZ]. assert (count s t n <= count s (S t) n <= count s t n + 1)%Z; [|lia].
      cbn [count]. destruct (Nat.eqb (s t) n); lia. }
    destruct (Z.eq_dec (level k s (S t)) (level k s t)) as [E|E].
    + destruct IH as [u [U1 [U2 U3]]]; [intros; apply B; lia | lia |]. exists u. split; [lia|]. rewrite E. auto.
    + exists t. split; [lia|]. pose proof (B t ltac:(lia)) as Bt.
      destruct (maxZ_attained k (count s (S t)) ltac:(lia) (count_nonneg s (S t))) as [i [Li Ei]]. fold (level k s (S t)) in Ei.
      assert (Le : (count s t i <= level k s t)%Z) by (now apply maxZ_ge). cbn [count] in Ei.
      destruct (Nat.eqb_spec (s t) i) as [<-|D]; [split; lia | lia].
Qed.

Lemma split_at a r m n t : (r < n)%nat -> t = (a * n + r)%nat -> (t <= m * n)%nat -> (a < m)%nat \/ (a = m /\ r = 0)%nat.
Proof.
  intros L -> H. destruct (Nat.lt_trichotomy a m) as [X|[X|X]]; [now left | right; subst; lia | exfalso].
  assert ((m + 1) * n <= a * n)%nat by (apply Nat.mul_le_mono_r; lia). lia.
Qed.
Section Run.
  Variables (p : policy) (k T : Z) (F : nat -> arm) (s : nat -> nat).
  Hypothesis R0 : run p k T F s.
  Let n := Z.to_nat k.
  Let t1 := Z.to_nat T.
  Lemma pulls_in_range u : (u < t1)%nat -> (s u < n)%nat.
  Proof. intro H. apply (in_range _ _ _ _ _ R0). unfold t1 in H. lia. Qed.
  Lemma n_pos : (1 <= n)%nat. Proof. pose proof (some_arm _ _ _ _ _ R0). unfold n. lia. Qed.
  Lemma n_k : Z.of_nat n = k. Proof. pose proof (some_arm _ _ _ _ _ R0). unfold n. lia. Qed.
  Lemma t1_T : Z.of_nat t1 = T. Proof. pose proof (some_steps _ _ _ _ _ R0). unfold t1. lia. Qed.
  Lemma counts_add_up t : (t <= t1)%nat -> sumZ n (count s t) = Z.of_nat t.
  Proof. intro L. apply sum_counts. intros u Lu. apply pulls_in_range. lia. Qed.
  Lemma earned : ALG F s T = sumR n (fun i => Rew (F i) (count s t1 i)).
  Proof. unfold ALG. apply ALG_by_arms. intros u Lu. now apply pulls_in_range. Qed.
  Lemma rew_le_opt i : (i < n)%nat -> Rew (F i) T <= OPT k F T.
  Proof. intro L. unfold OPT. now apply (maxR_ge n (fun i => Rew (F i) T)). Qed.
  Lemma is_concave i : (i < n)%nat -> concave (F i). Proof. intro L. now apply (instance _ _ _ _ _ R0). Qed.
  Lemma opt_attained : exists i, (i < n)%nat /\ Rew (F i) T = OPT k F T.
  Proof.
    unfold OPT. fold n. set (f := fun i => if Nat.ltb i n then Rew (F i) T else 0).
    destruct (maxR_attained n f n_pos) as [i [Li Ei]].
    - intro i. unfold f. destruct (Nat.ltb_spec i n); [apply Rew_nonneg; now apply is_concave | lra].
    - exists i. split; [assumption|]. unfold f at 1 in Ei. destruct (Nat.ltb_spec i n); [|lia]. rewrite Ei.
      clear. unfold f. assert (G : forall m, (m <= n)%nat -> maxR m (fun i => if Nat.ltb i n then Rew (F i) T else 0) = maxR m (fun i => Rew (F i) T)).
      { induction m as [|m IH]; intro L; [reflexivity|]. cbn [maxR]. rewrite IH by lia. destruct (Nat.ltb_spec m n); [reflexivity|lia]. }
      now apply G.
  Qed.
  Lemma count_le_T t i : (t <= t1)%nat -> (i < n)%nat -> (0 <= count s t i <= Z.of_nat t)%Z.
  Proof.
    intros L Li. split; [apply count_nonneg|]. rewrite <- (counts_add_up t L).
    pose proof (sum_one (count s t) 0 n (fun i _ => count_nonneg s t i) i Li). lia.
  Qed.

  (* after the opening of an index policy *)
  Variable q : index.
  Hypothesis scored : p = ByIndex q.
  Hypothesis opening_pos : (1 <= opening q)%nat.
  Let m := opening q.
  Lemma opening_pulls t : (t < t1)%nat -> (t < m * n)%nat -> s t = opens q n t.
  Proof.
    intros L O. pose proof (in_policy _ _ _ _ _ R0 t ltac:(unfold t1 in L; lia)) as X. rewrite scored in X. cbn [follows] in X. fold n in X.
    apply Nat.ltb_lt in O. fold m in X. now rewrite O in X.
  Qed.
  Lemma opening_counts t : (t <= t1)%nat -> (t <= m * n)%nat -> forall i, (i < n)%nat ->
    (count s t i <= Z.of_nat m)%Z /\ (t = (m * n)%nat -> count s t i = Z.of_nat m).
  Proof.
    intros L O. pose proof n_pos as np. pose proof opening_pulls as Op. unfold opens in Op. destruct (opens_in q).
    - assert (G : forall t, (t <= t1)%nat -> (t <= m * n)%nat -> exists a r, t = (a * n + r)%nat /\ (r < n)%nat /\ forall i, (i < n)%nat ->
        count s t i = (Z.of_nat a + (if Nat.ltb i r then 1 else 0))%Z).
      { clear t L O. induction t as [|t IH]; intros L O; [exists 0%nat, 0%nat; split; [lia|]; split; [lia|]; intros; reflexivity|].
        destruct IH as [a [r [E [Lr C]]]]; [lia|lia|]. assert (St : s t = r).
        { rewrite Op by lia. rewrite E, Nat.add_comm, Nat.mod_add by lia. now apply Nat.mod_small. }
        destruct (Nat.eq_dec (S r) n) as [Er|Er].
        - exists (S a), 0%nat. split; [nia|]. split; [lia|]. intros i Li. cbn [count]. rewrite C, St by assumption.
          destruct (Nat.eqb_spec r i), (Nat.ltb_spec i r), (Nat.ltb_spec i 0); lia.
        - exists a, (S r). split; [lia|]. split; [lia|]. intros i Li. cbn [count]. rewrite C, St by assumption.
          destruct (Nat.eqb_spec r i), (Nat.ltb_spec i r), (Nat.ltb_spec i (S r)); lia. }
      intros i Li. destruct (G t L O) as [a [r [E [Lr C]]]]. rewrite C by assumption. split.
      + destruct (split_at a r m n t Lr E O) as [X|[X1 X2]]; destruct (Nat.ltb_spec i r); lia.
      + intro Et. destruct (split_at a r m n t Lr E O) as [X|[X1 X2]]; [exfalso; nia|]. destruct (Nat.ltb_spec i r); lia.
    - assert (G : forall t, (t <= t1)%nat -> (t <= m * n)%nat -> exists a r, t = (a * m + r)%nat /\ (r < m)%nat /\ forall i, (i < n)%nat ->
        count s t i = (if Nat.ltb i a then Z.of_nat m else if Nat.eqb i a then Z.of_nat r else 0)%Z).
      { clear t L O. induction t as [|t IH]; intros L O; [exists 0%nat, 0%nat; split; [lia|]; split; [unfold m; lia|]; intros; destruct (Nat.eqb i 0); reflexivity|].
        destruct IH as [a [r [E [Lr C]]]]; [lia|lia|]. assert (St : s t = a).
        { rewrite Op by lia. fold m. rewrite E, Nat.div_add_l by lia. rewrite (Nat.div_small r m) by lia. lia. }
        destruct (Nat.eq_dec (S r) m) as [Er|Er].
        - exists (S a), 0%nat. split; [nia|]. split; [lia|]. intros i Li. cbn [count]. rewrite C, St by assumption.
          destruct (Nat.eqb_spec a i), (Nat.ltb_spec i a), (Nat.ltb_spec i (S a)), (Nat.eqb_spec i a), (Nat.eqb_spec i (S a)); lia.
        - exists a, (S r). split; [lia|]. split; [lia|]. intros i Li. cbn [count]. rewrite C, St by assumption.
          destruct (Nat.eqb_spec a i), (Nat.ltb_spec i a), (Nat.eqb_spec i a); lia. }
      intros i Li. destruct (G t L O) as [a [r [E [Lr C]]]]. rewrite C by assumption. split.
      + destruct (Nat.ltb_spec i a), (Nat.eqb_spec i a); lia.
      + intro Et. assert (E' : (m * n = n * m)%nat) by lia. destruct (split_at a r n m t Lr E ltac:(lia)) as [X|[X1 X2]]; [exfalso; nia|]. destruct (Nat.ltb_spec i a), (Nat.eqb_spec i a); lia.
  Qed.
  Lemma opened t i : (m * n <= t)%nat -> (t <= t1)%nat -> (i < n)%nat -> (Z.of_nat m <= count s t i)%Z.
  Proof.
    intros L1 L2 Li. destruct (opening_counts (m * n) ltac:(lia) ltac:(lia) i Li) as [_ E]. rewrite <- (E eq_refl). now apply count_mono.
  Qed.
  Lemma after_opening t i : (t <= t1)%nat -> (i < n)%nat -> (Z.of_nat m < count s t i)%Z -> (m * n < t)%nat.
  Proof.
    intros L Li C. destruct (Nat.lt_ge_cases (m * n) t); [assumption|]. destruct (opening_counts t L ltac:(assumption) i Li). lia.
  Qed.
  (* the moment before a pull after the opening *)
  Lemma moment t : (m * n <= t)%nat -> (t < t1)%nat ->
    (forall i, (i < n)%nat -> (Z.of_nat m <= count s t i <= level n s t)%Z /\ (count s t i <= count s t1 i)%Z) /\
    (Z.of_nat m * (k - 1) + level n s t <= T - 1)%Z /\ (level n s t <= level n s t1)%Z /\
    forall i, (i < n)%nat -> score q k T (F i) (count s t i) (level n s t) <= score q k T (F (s t)) (count s t (s t)) (level n s t).
  Proof.
    intros L1 L2. assert (C : forall i, (i < n)%nat -> (Z.of_nat m <= count s t i <= level n s t)%Z /\ (count s t i <= count s t1 i)%Z).
    { intros i Li. split; [split; [apply opened; lia | now apply maxZ_ge] | apply count_mono; lia]. }
    destruct (maxZ_attained n (count s t) n_pos (count_nonneg s t)) as [j [Lj Ej]]. fold (level n s t) in Ej.
    split; [assumption|]. split; [|split].
    - pose proof (sum_one (count s t) (Z.of_nat m) n (fun i Li => proj1 (proj1 (C i Li))) j Lj) as X. rewrite counts_add_up, n_k in X by lia.
      pose proof t1_T. lia.
    - rewrite <- Ej. pose proof (maxZ_ge n (count s t1) j Lj). destruct (C j Lj). unfold level at 1. lia.
    - intros i Li. pose proof (in_policy _ _ _ _ _ R0 t ltac:(unfold t1 in L2; lia)) as X. rewrite scored in X. cbn [follows] in X. fold n m in X.
      destruct (Nat.ltb_spec t (m * n)); [lia|]. unfold chooses in X. cbv zeta in X. rewrite n_k in X. now apply X.
  Qed.
End Run.
Lemma round_robin_counts k T F s : run RoundRobin k T F s -> forall i, (i < Z.to_nat k)%nat ->
  exists a r, (T = a * k + r)%Z /\ (0 <= r < k)%Z /\ count s (Z.to_nat T) i = (a + if Z.ltb (Z.of_nat i) r then 1 else 0)%Z.
Proof.
  intros R0 i Li. pose proof (some_arm _ _ _ _ _ R0). pose proof (some_steps _ _ _ _ _ R0). set (n := Z.to_nat k) in *.
  assert (G : forall t, (t <= Z.to_nat T)%nat -> exists a r, t = (a * n + r)%nat /\ (r < n)%nat /\
    count s t i = (Z.of_nat a + (if Nat.ltb i r then 1 else 0))%Z).
  { induction t as [|t IH]; intro L; [exists 0%nat, 0%nat; split; [lia|]; split; [lia|]; reflexivity|].
    destruct IH as [a [r [E [Lr C]]]]; [lia|]. assert (St : s t = r).
    { pose proof (in_policy _ _ _ _ _ R0 t ltac:(lia)) as X. cbn [follows] in X. fold n in X. rewrite X, E, Nat.add_comm, Nat.mod_add by lia. now apply Nat.mod_small. }
    destruct (Nat.eq_dec (S r) n) as [Er|Er].
    - exists (S a), 0%nat. split; [nia|]. split; [lia|]. cbn [count]. rewrite C, St.
      destruct (Nat.eqb_spec r i), (Nat.ltb_spec i r), (Nat.ltb_spec i 0); lia.
    - exists a, (S r). split; [lia|]. split; [lia|]. cbn [count]. rewrite C, St.
      destruct (Nat.eqb_spec r i), (Nat.ltb_spec i r), (Nat.ltb_spec i (S r)); lia. }
  destruct (G (Z.to_nat T) (le_n _)) as [a [r [E [Lr C]]]]. exists (Z.of_nat a), (Z.of_nat r). split; [|split; [lia|]].
  - assert (Z.of_nat (Z.to_nat T) = Z.of_nat a * Z.of_nat n + Z.of_nat r)%Z by (rewrite E at 1; lia). unfold n in *. lia.
  - rewrite C. f_equal. destruct (Nat.ltb_spec i r), (Z.ltb_spec (Z.of_nat i) (Z.of_nat r)); lia.
Qed.
