(* Exact instances: arms that are a constant plus rays with weights >= 0, and what a claim says there,
   computed with rationals.
     curve_in_class   such an arm is in its class, with values in [0,1]
     compares_ok      the computed answer is the true one *)
Require Export Claims.
Require Import Lra Lia QArith Qreals Bool.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

Record curve := Curve { base : Q; bends : list (Q * Z) }.       (* base + sum of w * ray j *)
Definition ray_at (c : aclass) (j n : Z) : Q :=
  match c with
  | Concave => inject_Z (Z.min n j)
  | ConcaveFrom1 => inject_Z (Z.min (n - 1) j)
  | Monotone => if (j <=? n)%Z then 1 else 0
  | Rotting => if (n <=? j)%Z then 1 else 0
  end%Q.
Definition tri (n : Z) : Q := ((n * (n + 1)) # 2)%Q.
Definition ray_sum (c : aclass) (j n : Z) : Q :=
  match c with
  | Concave => if (n <=? j)%Z then tri n else tri j + inject_Z (j * (n - j))
  | ConcaveFrom1 => if (n - 1 <=? j)%Z then tri (n - 1) else tri j + inject_Z (j * (n - 1 - j))
  | Monotone => inject_Z (Z.max 0 (n - j + 1))
  | Rotting => inject_Z (Z.min n j)
  end%Q.
Definition ray_top (c : aclass) (j : Z) : Q := match c with Concave | ConcaveFrom1 => inject_Z j | _ => 1%Q end.
Fixpoint weighted (v : Z -> Q) (l : list (Q * Z)) : Q :=
  match l with [] => 0%Q | (w, j) :: l => Qred (w * v j + weighted v l) end.
Definition curve_at (c : aclass) (f : curve) (n : Z) : Q := Qred (base f + weighted (fun j => ray_at c j n) (bends f)).
Definition curve_sum (c : aclass) (f : curve) (n : Z) : Q := Qred (base f * inject_Z n + weighted (fun j => ray_sum c j n) (bends f)).
Definition curve_ok (c : aclass) (f : curve) : bool :=
  Qle_bool 0 (base f) && forallb (fun b => Qle_bool 0 (fst b) && (1 <=? snd b)%Z) (bends f)
  && Qle_bool (base f + weighted (ray_top c) (bends f)) 1.
Definition arm_of (c : aclass) (f : curve) : arm := fun n => real (curve_at c f n).

(* --- in the class --- *)
Fixpoint weighted_R (v : Z -> R) (l : list (Q * Z)) : R := match l with [] => 0 | (w, j) :: l => real w * v j + weighted_R v l end.
Lemma real_plus a b : real (a + b) = real a + real b. Proof. rewrite !real_Q2R. apply Q2R_plus. Qed.
Lemma real_mult a b : real (a * b) = real a * real b. Proof. rewrite !real_Q2R. apply Q2R_mult. Qed.
Lemma real_opp a : real (- a) = - real a. Proof. rewrite !real_Q2R. apply Q2R_opp. Qed.
Lemma real_minus a b : real (a - b) = real a - real b. Proof. rewrite !real_Q2R. apply Q2R_minus. Qed.
Lemma weighted_ok v u l : (forall j, real (v j) = u j) -> real (weighted v l) = weighted_R u l.
Proof.
  intro H. induction l as [|[w j] l IH]; [reflexivity|]. cbn [weighted weighted_R]. now rewrite real_red, real_plus, real_mult, H, IH.
Qed.
Lemma ray_at_ok c j n : real (ray_at c j n) = ray c j n.
Proof. destruct c; cbn [ray_at ray hinge]; try reflexivity; [destruct (j <=? n)%Z | destruct (n <=? j)%Z]; reflexivity. Qed.
Lemma arm_of_eq c f n : arm_of c f n = real (base f) + weighted_R (fun j => ray c j n) (bends f).
Proof. unfold arm_of, curve_at. rewrite real_red, real_plus. f_equal. apply weighted_ok. intro. apply ray_at_ok. Qed.
Lemma Qle_real a b : Qle_bool a b = true -> real a <= real b.
Proof. intro H. rewrite !real_Q2R. now apply Qle_Rle, Qle_bool_iff. Qed.
Lemma real_Qle a b : real a <= real b -> Qle_bool a b = true.
Proof. rewrite !real_Q2R. intro H. now apply Qle_bool_iff, Rle_Qle. Qed.

Lemma const_in_class c x : 0 <= x -> in_class c (fun _ => x).
Proof. intro H. destruct c; cbn; [split; intros; lra | split; intros; lra | split; intros; lra | intros; lra]. Qed.
Lemma sum_in_class c f g : in_class c f -> in_class c g -> in_class c (fun n => f n + g n).
Proof.
  destruct c; cbn.
  - intros [a b d] [a' b' d']. split; [lra | |]; intros n Hn; [specialize (b n Hn); specialize (b' n Hn) | specialize (d n Hn); specialize (d' n Hn)]; lra.
  - intros [a b d] [a' b' d']. split; [lra | |]; intros n Hn; [specialize (b n Hn); specialize (b' n Hn) | specialize (d n Hn); specialize (d' n Hn)]; lra.
  - intros [a b] [a' b']. split; [lra|]. intros n Hn. specialize (b n Hn). specialize (b' n Hn). lra.
  - intros a b n Hn. specialize (a n Hn). specialize (b n Hn). lra.
Qed.
Lemma scaled_in_class c x f : 0 <= x -> in_class c f -> in_class c (fun n => x * f n).
Proof.
  intro H. destruct c; cbn.
  - intros [a b d]. split; [nra | |]; intros n Hn; [specialize (b n Hn) | specialize (d n Hn)]; nra.
  - intros [a b d]. split; [nra | |]; intros n Hn; [specialize (b n Hn) | specialize (d n Hn)]; nra.
  - intros [a b]. split; [nra|]. intros n Hn. specialize (b n Hn). nra.
  - intros a n Hn. specialize (a n Hn). nra.
Qed.
Lemma hinge_concave j : (0 <= j)%Z -> concave (hinge j).
Proof.
  intro Hj. unfold hinge. split.
  - apply IZR_le. lia.
  - intros n Hn. apply IZR_le. lia.
  - intros n Hn. rewrite <- !minus_IZR. apply IZR_le. lia.
Qed.
Lemma ext_in_class c f g : (forall n, (first c <= n)%Z -> f n = g n) -> in_class c f -> in_class c g.
Proof.
  intro E. destruct c; cbn in *.
  - intros [a b d]. split.
    + rewrite <- E by lia. assumption.
    + intros n Hn. rewrite <- !E by lia. now apply b.
    + intros n Hn. rewrite <- !E by lia. now apply d.
  - intros [a b d]. split.
    + rewrite <- E by lia. assumption.
    + intros n Hn. rewrite <- !E by lia. now apply b.
    + intros n Hn. rewrite <- !E by lia. now apply d.
  - intros [a b]. split; [rewrite <- E by lia; assumption|]. intros n Hn. rewrite <- !E by lia. now apply b.
  - intros a n Hn. rewrite <- !E by lia. now apply a.
Qed.
Lemma ray_in_class c j : (1 <= j)%Z -> in_class c (ray c j).
Proof.
  intro Hj. destruct c; cbn [ray in_class].
  - apply hinge_concave. lia.
  - apply (ext_in_class Concave (hinge j)); [|apply hinge_concave; lia]. intros n _. f_equal. lia.
  - split; [destruct (Z.leb_spec j 0); lra|]. intros n Hn. destruct (Z.leb_spec j n), (Z.leb_spec j (n + 1)); lra || lia.
  - intros n Hn. destruct (Z.leb_spec n j), (Z.leb_spec (n + 1) j); split; lra || lia.
Qed.
Lemma ray_top_ok c j n : (1 <= j)%Z -> ray c j n <= real (ray_top c j).
Proof.
  intro Hj. destruct c; cbn [ray ray_top].
  - rewrite real_inject. unfold hinge. apply IZR_le. lia.
  - rewrite real_inject. unfold hinge. apply IZR_le. lia.
  - rewrite real_1. destruct (j <=? n)%Z; lra.
  - rewrite real_1. destruct (n <=? j)%Z; lra.
Qed.
Lemma curve_in_class c f : curve_ok c f = true -> in_class c (arm_of c f) /\ at_most_1 c (arm_of c f).
Proof.
  unfold curve_ok. rewrite !andb_true_iff. intros [[B W] S]. apply Qle_real in B, S. rewrite real_0 in B. rewrite real_1 in S.
  rewrite real_plus, (weighted_ok _ (fun j => real (ray_top c j))) in S by reflexivity.
  assert (G : in_class c (fun n => weighted_R (fun j => ray c j n) (bends f)) /\
    forall n, weighted_R (fun j => ray c j n) (bends f) <= weighted_R (fun j => real (ray_top c j)) (bends f)).
  { clear S. induction (bends f) as [|[w j] l IH]; cbn [weighted_R].
    - split; [apply const_in_class; lra | intros; lra].
    - cbn [forallb fst snd] in W. rewrite !andb_true_iff in W. destruct W as [[Hw Hj] Wl]. apply Qle_real in Hw. rewrite real_0 in Hw.
      apply Z.leb_le in Hj. destruct (IH Wl) as [G1 G2]. split.
      + apply sum_in_class; [apply scaled_in_class; [assumption|now apply ray_in_class] | exact G1].
      + intro n. apply Rplus_le_compat; [apply Rmult_le_compat_l; [assumption | now apply ray_top_ok] | apply G2]. }
  destruct G as [G1 G2]. split.
  - apply (ext_in_class c (fun n => real (base f) + weighted_R (fun j => ray c j n) (bends f))); [intros; now rewrite arm_of_eq|].
    apply sum_in_class; [now apply const_in_class | exact G1].
  - intros n Hn. rewrite arm_of_eq. specialize (G2 n). lra.
Qed.

(* --- sums --- *)
Lemma tri_R n : real (tri n) = n * (n + 1) / 2.
Proof. rewrite real_Q2R. unfold tri, Q2R. cbn [Qnum Qden]. rewrite mult_IZR, plus_IZR. lra. Qed.
Lemma ray_sum_ok c j n : (1 <= j)%Z -> (0 <= n)%Z -> real (ray_sum c j n) = Rew (ray c j) n.
Proof.
  intros Hj Hn. destruct c; cbn [ray_sum].
  - cbn [ray]. destruct (Z.leb_spec n j).
    + now rewrite Rew_hinge_before, tri_R.
    + rewrite Rew_hinge_after, real_plus, tri_R, real_inject, mult_IZR, minus_IZR by lia. reflexivity.
  - destruct (Z.leb_spec (n - 1) j).
    + rewrite Rew_shift_before, tri_R, minus_IZR by lia. lra.
    + rewrite Rew_shift_after, real_plus, tri_R, real_inject, mult_IZR, !minus_IZR by lia. reflexivity.
  - rewrite real_inject. destruct (Z_lt_le_dec n j).
    + rewrite Rew_step_before, Z.max_l by lia. reflexivity.
    + rewrite Rew_step_after, Z.max_r, plus_IZR, minus_IZR by lia. reflexivity.
  - rewrite real_inject. destruct (Z_le_gt_dec n j).
    + rewrite Rew_drop_before, Z.min_l by lia. reflexivity.
    + rewrite Rew_drop_after, Z.min_r by lia. reflexivity.
Qed.
Lemma curve_sum_ok c f n : curve_ok c f = true -> (0 <= n)%Z -> real (curve_sum c f n) = Rew (arm_of c f) n.
Proof.
  intros Ok Hn. unfold curve_ok in Ok. rewrite !andb_true_iff in Ok. destruct Ok as [[_ W] _].
  rewrite (Rew_ext _ _ n (fun i _ => arm_of_eq c f i)). unfold curve_sum. rewrite real_red, real_plus, real_mult, real_inject.
  induction (bends f) as [|[w j] l IH]; cbn [weighted weighted_R].
  - rewrite real_0. transitivity (real (base f) * Rew one n + 0 * Rew one n); [rewrite Rew_one by assumption; ring|].
    unfold Rew. rewrite <- sum1_lin. apply (Rew_ext _ _ n). intros. unfold one. ring.
  - cbn [forallb fst snd] in W. rewrite !andb_true_iff in W. destruct W as [[_ Hj] Wl]. apply Z.leb_le in Hj.
    rewrite real_red, real_plus, real_mult, ray_sum_ok by assumption.
    transitivity (real w * Rew (ray c j) n + 1 * (real (base f) * IZR n + real (weighted (fun j => ray_sum c j n) l))); [ring|]. rewrite (IH Wl).
    unfold Rew. rewrite <- sum1_lin. apply (Rew_ext _ _ n). intros. ring.
Qed.

(* --- values at a point --- *)
Definition Qpow_ (q : Q) (n : nat) : Q := Nat.iter n (Qmult q) 1%Q.
Fixpoint qeval (z : positive -> Z) (r : positive -> Q) (p : poly) : Q :=
  match p with
  | PEc q => q | PEX (xO x) => inject_Z (z x) | PEX x => r x
  | PEadd a b => Qred (qeval z r a + qeval z r b) | PEsub a b => Qred (qeval z r a - qeval z r b)
  | PEmul a b => Qred (qeval z r a * qeval z r b)
  | PEopp a => - qeval z r a | PEpow a n => Qpow_ (qeval z r a) (N.to_nat n)
  end%Q.
Lemma qeval_ok z r p : real (qeval z r p) = peval (environment z (fun x => real (r x))) p.
Proof.
  set (e := environment z (fun x => real (r x))). induction p; cbn [qeval].
  - reflexivity.
  - destruct p; reflexivity.
  - change (peval e (PEadd p1 p2)) with (peval e p1 + peval e p2). now rewrite real_red, real_plus, IHp1, IHp2.
  - change (peval e (PEsub p1 p2)) with (peval e p1 - peval e p2). now rewrite real_red, real_minus, IHp1, IHp2.
  - change (peval e (PEmul p1 p2)) with (peval e p1 * peval e p2). now rewrite real_red, real_mult, IHp1, IHp2.
  - change (peval e (PEopp p)) with (- peval e p). now rewrite real_opp, IHp.
  - change (peval e (PEpow p n)) with (peval e p ^ N.to_nat n). rewrite <- IHp. induction (N.to_nat n) as [|m IHm]; [reflexivity|].
    change (Qpow_ (qeval z r p) (S m)) with (qeval z r p * Qpow_ (qeval z r p) m)%Q. cbn [pow]. now rewrite real_mult, IHm.
Qed.
Record point := Point { ints_at : list Z; reals_at : list Q; curves_at : list curve }.
Definition nth_int (l : list Z) : positive -> Z := fun p => nth (Pos.to_nat p - 2) l 0%Z.     (* 1 is the bend of a ray *)
Definition nth_real {X} (d : X) (l : list X) : positive -> X := fun p => match p with xI p => nth (Pos.to_nat p - 1) l d | _ => d end.
Definition flat : curve := Curve 0 [].
Section AtPoint.
  Variables (arms : nat) (cl : nat -> aclass) (pt : point).
  Let z := nth_int (ints_at pt).
  Let q := nth_real 0%Q (reals_at pt).
  Definition curve_of (i : nat) : curve := nth i (curves_at pt) flat.
  Definition arm_at (i : nat) : arm := if Nat.ltb i arms && curve_ok (cl i) (curve_of i) then arm_of (cl i) (curve_of i) else zero_arm.
  Definition world_at : world := World (nth_int (ints_at pt)) (fun x => real (nth_real 0%Q (reals_at pt) x)) arm_at.
  Lemma arms_at_point b : arms_at b cl world_at.
  Proof.
    intro i. cbn [aa world_at]. unfold arm_at. destruct (Nat.ltb i arms && curve_ok (cl i) (curve_of i)) eqn:E.
    - apply andb_true_iff in E. destruct E as [_ E]. destruct (curve_in_class _ _ E). auto.
    - split; [apply zero_in_class | intros _; apply zero_at_most_1].
  Qed.
  Definition basic_at (c : aclass) (f : curve) (k : bool) (e : Z) : Q := if k then curve_sum c f e else curve_at c f e.
  Definition parts_at (i : nat) (l : list part) : Q :=
    fold_right (fun p s => Qred (qeval z q (fst p) * basic_at (cl i) (curve_of i) (fst (snd p)) (zeval z (snd (snd p))) + s))%Q 0%Q l.
  Definition terms_at (l : list (poly * atom)) : Q :=
    fold_right (fun t s => Qred (qeval z q (fst t) * parts_at (Forms.arm_of (snd t)) (expand (snd t)) + s))%Q 0%Q l.
  Definition form_point (f : form) : Q := Qred (qeval z q (constant f) + terms_at (terms f)).
  Definition compares (c : comparison) : bool :=
    match rel c with GE => Qle_bool 0 (form_point (left c)) | GT => negb (Qle_bool (form_point (left c)) 0) | EQ => Qeq_bool (form_point (left c)) 0 end.
  Definition defined_point (f : form) : bool :=
    form_ok f && forallb (fun p => Qle_bool 0 (qeval z q p)) (domains_of cl f) && forallb (fun t => let i := Forms.arm_of (snd t) in Nat.ltb i arms && curve_ok (cl i) (curve_of i)) (terms f).
  Lemma defined_point_ok f : defined_point f = true -> defined cl world_at f.
  Proof.
    unfold defined_point. rewrite !andb_true_iff, forallb_forall. intros [[F D] _]. apply domains_of_ok; [assumption|].
    intros p I. specialize (D p I). apply Qle_real in D. rewrite real_0, qeval_ok in D. exact D.
  Qed.
  Lemma form_point_ok f : defined_point f = true -> real (form_point f) = form_at world_at f.
  Proof.
    intro D. pose proof (defined_point_ok f D) as Df. unfold defined_point in D. rewrite !andb_true_iff, !forallb_forall in D. destruct D as [_ C].
    unfold form_point, form_at, form_value. rewrite real_red, real_plus, qeval_ok. f_equal. unfold defined in Df.
    induction (terms f) as [|[co a] l IH]; cbn [terms_at fold_right terms_value fst snd]; [reflexivity|].
    rewrite real_red, real_plus, real_mult, qeval_ok. fold (terms_at l). rewrite (IH (fun x X => C x (or_intror X)) (fun co' a' I => Df co' a' (or_intror I))).
    f_equal. f_equal. specialize (C _ (or_introl eq_refl)). cbn [snd] in C. cbv zeta in C. destruct (Df co a (or_introl eq_refl)) as [I X].
    rewrite (expand_ok (zz world_at) (rr world_at) (aa world_at) a I (domain_area cl _ a X)).
    set (i := Forms.arm_of a) in *. assert (A : aa world_at i = arm_of (cl i) (curve_of i)) by (cbn [aa world_at]; unfold arm_at; now rewrite C).
    apply andb_true_iff in C. destruct C as [_ C]. rewrite A. clear I IH. induction (expand a) as [|[c0 [k e]] m IHm]; cbn [parts_at fold_right parts_value fst snd]; [reflexivity|].
    rewrite real_red, real_plus, real_mult, qeval_ok. fold (parts_at i m). rewrite IHm by (intros c' k' e' Y; apply (X c' k' e'); now right).
    f_equal. f_equal. destruct (X c0 k e (or_introl eq_refl)) as [_ L]. destruct k; cbn [basic basic_at least] in *.
    - now rewrite curve_sum_ok.
    - reflexivity.
  Qed.
  Lemma compares_ok c : defined_point (left c) = true -> (compares c = true <-> true_at world_at c).
  Proof.
    intro D. pose proof (form_point_ok _ D) as V. unfold compares, true_at, says. fold (form_at world_at (left c)).
    destruct (rel c); cbn [compare]; rewrite <- V; split; intro H.
    - apply Qle_real in H. now rewrite real_0 in H.
    - apply real_Qle. now rewrite real_0.
    - apply negb_true_iff in H. apply Rnot_le_lt. intro L. rewrite <- real_0 in L. apply real_Qle in L. congruence.
    - apply negb_true_iff, not_true_iff_false. intro L. apply Qle_real in L. rewrite real_0 in L. lra.
    - apply Qeq_bool_eq in H. rewrite real_Q2R, (Qeq_eqR _ _ H). apply RMicromega.Q2R_0.
    - apply Qeq_bool_iff, eqR_Qeq. rewrite <- !real_Q2R. now rewrite real_0.
  Qed.
End AtPoint.
