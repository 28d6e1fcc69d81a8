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
