(* Constraints on parameters, and sums of products of them.
     sharpen_ok    p > 0 over integers is D*p - 1 >= 0
     check_sum_ok  rule sum: a sum of weights * squares * products of constraints is >= 0 (or > 0)
     implies_ok    a constraint plus a constant >= 0 is >= 0 *)
Require Export Polynomials.
Require Import Lra Lia QArith Qreals Bool.
From Coq.micromega Require Import EnvRing.
Open Scope R_scope.

Definition constraint := (poly * bool)%type.      (* p >= 0, or p > 0 where the flag is true *)
Definition holds_c env (c : constraint) := if snd c then 0 < peval env (fst c) else 0 <= peval env (fst c).
Definition holds_r env (cs : list constraint) := forall c, In c cs -> holds_c env c.
Lemma holds_nonneg env c : holds_c env c -> 0 <= peval env (fst c).
Proof. unfold holds_c. destruct (snd c); lra. Qed.

Fixpoint lcm_dens (p : Pol Q) : positive :=
  match p with
  | Pc c => Qden (QArith_base.Qmake (Qnum (Qreduction.Qred c)) (Qden (Qreduction.Qred c)))
  | Pinj _ q => lcm_dens q
  | PX a _ b => Z.to_pos (Z.lcm (Zpos (lcm_dens a)) (Zpos (lcm_dens b)))
  end.
Definition Qz (d : positive) : Q := QArith_base.Qmake (Zpos d) 1.
(* p > 0 over integers is D*p - 1 >= 0 *)
Definition sharpen (p : poly) : constraint :=
  let n := normal p in let d := lcm_dens n in
  if integral_names p && clears d n then (PEsub (PEmul (PEc (Qz d)) p) (PEc 1%Q), false) else (p, true).

Lemma real_Qz d : real (Qz d) = IZR (Zpos d).
Proof. reflexivity. Qed.

Lemma sharpen_ok z r p : 0 < peval (environment z r) p <-> holds_c (environment z r) (sharpen p).
Proof.
  unfold sharpen. set (n := normal p). set (d := lcm_dens n).
  destruct (integral_names p && clears d n) eqn:E; unfold holds_c; cbn [fst snd]; [|tauto].
  apply andb_true_iff in E. destruct E as [I C].
  set (env0 := environment z (fun _ => 0)).
  assert (X : peval (environment z r) p = peval env0 p).
  { apply peval_ext. intros x Hx. unfold env0, environment. destruct x; try reflexivity;
    exfalso; clear -I Hx; induction p; cbn in *; rewrite ?orb_true_iff, ?andb_true_iff in *;
    try discriminate; try tauto; apply Pos.eqb_eq in Hx; subst; discriminate. }
  destruct (clears_ok d n C env0) as [m Hm].
  { intro x. unfold env0, environment. destruct x; eexists; reflexivity. }
  assert (V : peval (environment z r) (PEsub (PEmul (PEc (Qz d)) p) (PEc 1%Q)) = IZR m - 1).
  { change (real (Qz d) * peval (environment z r) p - real 1%Q = IZR m - 1).
    rewrite real_Qz, real_1, X, normal_ok. fold n. rewrite Hm. reflexivity. }
  rewrite V. unfold n in Hm. rewrite <- normal_ok, <- X in Hm.
  assert (0 < IZR (Zpos d)) by (apply IZR_lt; lia).
  split; intro H0.
  - assert (0 < IZR m) as H1 by (rewrite <- Hm; apply Rmult_lt_0_compat; assumption).
    apply lt_IZR in H1. assert (1 <= m)%Z as H2 by lia. apply IZR_le in H2. lra.
  - assert (0 < IZR m) as H1 by lra. rewrite <- Hm in H1.
    apply Rmult_lt_reg_l with (IZR (Zpos d)); [assumption|]. lra.
Qed.

Record term := Term { weight : Q; factors : list nat; square : option poly }.
Definition zero_c : constraint := (PEc 0%Q, false).
Fixpoint product (cs : list constraint) (l : list nat) : poly :=
  match l with [] => PEc 1%Q | i :: l => PEmul (fst (nth i cs zero_c)) (product cs l) end.
Definition term_poly cs (t : term) : poly :=
  PEmul (PEc (weight t)) (match square t with None => product cs (factors t)
    | Some s => PEmul (PEmul s s) (product cs (factors t)) end).
Fixpoint sum_poly cs (ts : list term) : poly :=
  match ts with [] => PEc 0%Q | t :: ts => PEadd (term_poly cs t) (sum_poly cs ts) end.
Definition positive_weights (ts : list term) := forallb (fun t => negb (Qle_bool (weight t) 0)) ts.
Definition strict_term cs (t : term) := match square t with Some _ => false
  | None => forallb (fun i => snd (nth i cs zero_c)) (factors t) end.
Definition check_sum cs ts (goal : constraint) : bool :=
  positive_weights ts && is_zero (PEsub (fst goal) (sum_poly cs ts))
  && (negb (snd goal) || existsb (strict_term cs) ts).

Lemma nth_nonneg env cs i : holds_r env cs -> 0 <= peval env (fst (nth i cs zero_c)).
Proof.
  intro H. destruct (nth_in_or_default i cs zero_c) as [I| ->].
  - apply holds_nonneg, H, I.
  - change (0 <= real 0%Q). rewrite real_0. lra.
Qed.
Lemma product_nonneg env cs l : holds_r env cs -> 0 <= peval env (product cs l).
Proof.
  intro H. induction l as [|i l IH].
  - change (0 <= real 1%Q). rewrite real_1. lra.
  - apply Rmult_le_pos; [now apply nth_nonneg | exact IH].
Qed.
Lemma product_pos env cs l : holds_r env cs -> forallb (fun i => snd (nth i cs zero_c)) l = true ->
  0 < peval env (product cs l).
Proof.
  intro H. induction l as [|i l IH]; cbn [forallb]; rewrite ?andb_true_iff; intro S.
  - change (0 < real 1%Q). rewrite real_1. lra.
  - apply Rmult_lt_0_compat; [|now apply IH].
    destruct (nth_in_or_default i cs zero_c) as [I|E].
    + specialize (H _ I). unfold holds_c in H. destruct S as [S _]. now rewrite S in H.
    + rewrite E in S. cbn in S. destruct S; discriminate.
Qed.
Lemma weight_pos q : negb (Qle_bool q 0) = true -> 0 < real q.
Proof.
  intro H. apply negb_true_iff in H. rewrite real_Q2R, <- RMicromega.Q2R_0. apply Qlt_Rlt. apply Qnot_le_lt. intro L.
  apply Qle_bool_iff in L. congruence.
Qed.
Lemma term_nonneg env cs t : holds_r env cs -> negb (Qle_bool (weight t) 0) = true -> 0 <= peval env (term_poly cs t).
Proof.
  intros H W. apply weight_pos in W. unfold term_poly. apply Rmult_le_pos; [apply Rlt_le, W|].
  destruct (square t) as [s|].
  - apply Rmult_le_pos; [|now apply product_nonneg].
    change (0 <= peval env s * peval env s). nra.
  - now apply product_nonneg.
Qed.
Lemma sum_nonneg env cs ts : holds_r env cs -> positive_weights ts = true -> 0 <= peval env (sum_poly cs ts).
Proof.
  intro H. induction ts as [|t ts IH]; cbn [positive_weights forallb]; rewrite ?andb_true_iff.
  - intros _. change (0 <= real 0%Q). rewrite real_0. lra.
  - intros [W Ws]. specialize (IH Ws). pose proof (term_nonneg env cs t H W).
    change (0 <= peval env (term_poly cs t) + peval env (sum_poly cs ts)). lra.
Qed.
Lemma sum_pos env cs ts : holds_r env cs -> positive_weights ts = true ->
  existsb (strict_term cs) ts = true -> 0 < peval env (sum_poly cs ts).
Proof.
  intro H. induction ts as [|t ts IH]; cbn [positive_weights forallb existsb]; rewrite ?andb_true_iff, ?orb_true_iff.
  - discriminate.
  - intros [W Ws] S. pose proof (term_nonneg env cs t H W). pose proof (sum_nonneg env cs ts H Ws).
    change (0 < peval env (term_poly cs t) + peval env (sum_poly cs ts)).
    destruct S as [S|S].
    + apply Rplus_lt_le_0_compat; [|assumption]. unfold strict_term, term_poly in *.
      destruct (square t); [discriminate|]. apply Rmult_lt_0_compat; [now apply weight_pos|].
      now apply product_pos.
    + specialize (IH Ws S). lra.
Qed.
Lemma check_sum_ok env cs ts goal : holds_r env cs -> check_sum cs ts goal = true -> holds_c env goal.
Proof.
  unfold check_sum. rewrite !andb_true_iff, orb_true_iff, negb_true_iff. intros H [[W Z] S].
  apply (is_zero_ok env) in Z. change (peval env (fst goal) - peval env (sum_poly cs ts) = 0) in Z.
  unfold holds_c. destruct (snd goal).
  - destruct S as [S|S]; [discriminate|]. pose proof (sum_pos env cs ts H W S). lra.
  - pose proof (sum_nonneg env cs ts H W). lra.
Qed.

(* plain consequences: p is a constraint plus a constant >= 0 *)
Definition implies (cs : list constraint) (p : poly) : bool :=
  is_nonneg p || existsb (fun c => is_nonneg (PEsub p (fst c))) cs.
Lemma implies_ok env cs p : holds_r env cs -> implies cs p = true -> 0 <= peval env p.
Proof.
  intros H. unfold implies. rewrite orb_true_iff, existsb_exists. intros [C|[c [I C]]].
  - now apply is_nonneg_ok.
  - apply (is_nonneg_ok env) in C. change (0 <= peval env p - peval env (fst c)) in C.
    pose proof (holds_nonneg _ _ (H _ I)). lra.
Qed.
