(* Polynomials with rational coefficients as data: values, normal forms, integer ones, substitution.
   They are the ring expressions of the standard library, normalised by its verified normaliser.
     normal_ok     the normal form has the same value
     is_zero_ok    what is recognised as zero is zero
     zeval_ok      a polynomial with integer coefficients in integers is an integer
     clears_ok     D*p is an integer at integers
     psubst_value  substitution *)
Require Export Arms.
Require Import Lra Lia QArith Qreals Qreduction Bool.
From Coq.micromega Require Import OrderedRing RingMicromega EnvRing Env RMicromega.
Open Scope R_scope.

Notation poly := (PExpr Q).
(* p/1 is the integer p, so that values of polynomials read as they are written *)
Definition real (q : Q) : R := match Qden q with xH => IZR (Qnum q) | d => IZR (Qnum q) / IZR (Zpos d) end.
Lemma real_Q2R q : real q = Q2R q.
Proof. destruct q as [n d]. unfold real, Q2R. cbn [Qnum Qden]. destruct d; try reflexivity. field. Qed.
Definition peval (env : positive -> R) (p : poly) : R :=
  eval_pexpr Rplus Rmult Rminus Ropp real N.to_nat pow env p.

(* coefficients are kept in lowest terms *)
Definition qadd a b := Qred (Qplus a b).
Definition qmul a b := Qred (Qmult a b).
Definition qsub a b := Qred (Qminus a b).
Definition qopp a := Qopp a.
Lemma real_red q : real (Qred q) = real q. Proof. rewrite !real_Q2R. apply Qeq_eqR, Qred_correct. Qed.
Lemma real_0 : real 0%Q = 0. Proof. reflexivity. Qed.
Lemma real_1 : real 1%Q = 1. Proof. reflexivity. Qed.
Lemma addon : @SORaddon R R0 R1 Rplus Rmult Rminus Ropp (@eq R) Rle
  Q 0%Q 1%Q qadd qmul qsub qopp Qeq_bool Qle_bool real nat N.to_nat pow.
Proof.
  constructor; [constructor; intros|..]; unfold qadd, qmul, qsub, qopp; rewrite ?real_red, ?real_Q2R.
  - apply Q2R_0. - apply Q2R_1. - apply Q2R_plus. - apply Q2R_minus. - apply Q2R_mult. - apply Q2R_opp.
  - now apply Qeq_true. - apply R_power_theory.
  - intros x y H. rewrite !real_Q2R. now apply Qeq_false.
  - intros x y H. rewrite !real_Q2R. now apply Qle_true.
Qed.
Definition normal (p : poly) : Pol Q := norm 0%Q 1%Q qadd qmul qsub qopp Qeq_bool p.
Definition pol_eval (env : positive -> R) (p : Pol Q) : R := eval_pol Rplus Rmult real env p.
Lemma normal_ok env p : peval env p = pol_eval env (normal p).
Proof. apply (eval_pol_norm Rsor addon). Qed.

Definition number (p : poly) : option Q := match normal p with Pc c => Some c | _ => None end.
Lemma number_ok env p c : number p = Some c -> peval env p = real c.
Proof. unfold number. intro H. rewrite normal_ok. destruct (normal p); now inversion H. Qed.
Definition is_zero p := match number p with Some c => Qeq_bool c 0 | None => false end.
Lemma is_zero_ok env p : is_zero p = true -> peval env p = 0.
Proof.
  unfold is_zero. destruct (number p) eqn:E; [|discriminate]. intro H.
  rewrite (number_ok env _ _ E). apply Qeq_bool_eq in H. rewrite real_Q2R, (Qeq_eqR _ _ H). apply Q2R_0.
Qed.
Definition is_nonneg p := match number p with Some c => Qle_bool 0 c | None => false end.
Lemma is_nonneg_ok env p : is_nonneg p = true -> 0 <= peval env p.
Proof.
  unfold is_nonneg. destruct (number p) eqn:E; [|discriminate]. intro H.
  rewrite (number_ok env _ _ E). apply Qle_bool_iff, Qle_Rle in H. rewrite real_Q2R. rewrite Q2R_0 in H. exact H.
Qed.

(* Variables xO p are integers, the others are reals. Variable 2 = xO 1 is the bend j of a ray. *)
Definition environment (z : positive -> Z) (r : positive -> R) : positive -> R :=
  fun x => match x with xO p => IZR (z p) | _ => r x end.
Definition J : poly := PEX 2.

Fixpoint integral_names (p : poly) : bool :=
  match p with
  | PEc _ => true
  | PEX (xO _) => true
  | PEX _ => false
  | PEadd a b | PEsub a b | PEmul a b => integral_names a && integral_names b
  | PEopp a | PEpow a _ => integral_names a
  end.
Fixpoint mentions (x : positive) (p : poly) : bool :=
  match p with
  | PEc _ => false
  | PEX y => Pos.eqb x y
  | PEadd a b | PEsub a b | PEmul a b => mentions x a || mentions x b
  | PEopp a | PEpow a _ => mentions x a
  end.
Lemma peval_ext e1 e2 p : (forall x, mentions x p = true -> e1 x = e2 x) -> peval e1 p = peval e2 p.
Proof.
  unfold peval, eval_pexpr.
  induction p; cbn; intro H; rewrite ?IHp, ?IHp1, ?IHp2; try reflexivity;
    try (intros; apply H; rewrite ?orb_true_iff; auto).
  apply Pos.eqb_refl.
Qed.

(* integer polynomials as indices *)
Fixpoint is_index (p : poly) : bool :=
  match p with
  | PEc q => Pos.eqb (Qden q) 1
  | PEX (xO _) => true
  | PEX _ => false
  | PEadd a b | PEsub a b | PEmul a b => is_index a && is_index b
  | PEopp a | PEpow a _ => is_index a
  end.
Fixpoint zeval (z : positive -> Z) (p : poly) : Z :=
  match p with
  | PEc q => Qnum q
  | PEX (xO x) => z x
  | PEX _ => 0
  | PEadd a b => zeval z a + zeval z b
  | PEsub a b => zeval z a - zeval z b
  | PEmul a b => zeval z a * zeval z b
  | PEopp a => - zeval z a
  | PEpow a n => zeval z a ^ Z.of_N n
  end%Z.
Lemma zeval_ok z r p : is_index p = true -> peval (environment z r) p = IZR (zeval z p).
Proof.
  unfold peval, eval_pexpr.
  induction p; cbn -[Z.pow]; rewrite ?andb_true_iff; intro H;
    rewrite ?IHp, ?IHp1, ?IHp2 by tauto.
  - destruct c as [n d]. cbn in *. destruct d; try discriminate. reflexivity.
  - destruct p; try discriminate. reflexivity.
  - now rewrite plus_IZR.
  - now rewrite minus_IZR.
  - now rewrite mult_IZR.
  - now rewrite opp_IZR.
  - rewrite <- N_nat_Z. apply pow_IZR.
Qed.

(* D*p is an integer at integers *)
Fixpoint clears (d : positive) (p : Pol Q) : bool :=
  match p with
  | Pc c => Z.eqb (Z.rem (Zpos d * Qnum c) (Zpos (Qden c))) 0
  | Pinj _ q => clears d q
  | PX a _ b => clears d a && clears d b
  end.
Lemma clears_ok d p : clears d p = true -> forall env, (forall x : positive, exists n, env x = IZR n) ->
  exists n, IZR (Zpos d) * pol_eval env p = IZR n.
Proof.
  induction p as [c|j q IH|a IHa i b IHb]; cbn -[Z.mul Z.rem]; intros H env E.
  - apply Z.eqb_eq, Z.rem_divide in H; [|lia]. destruct H as [m H]. exists m.
    unfold pol_eval, eval_pol. cbn -[Z.mul]. rewrite real_Q2R. unfold Q2R. rewrite <- Rmult_assoc, <- mult_IZR, H, mult_IZR.
    field. apply not_0_IZR. lia.
  - apply (IH H (jump j env)). intro x. apply E.
  - apply andb_true_iff in H. destruct H as [Ha Hb].
    destruct (IHa Ha env E) as [na Na]. destruct (IHb Hb (tail env)) as [nb Nb].
    { intro x. apply E. }
    destruct (E 1%positive) as [h Hh].
    exists (na * Zpower_nat h (Pos.to_nat i) + nb)%Z.
    unfold pol_eval, eval_pol in *. cbn -[IZR].
    rewrite Rmult_plus_distr_l, <- Rmult_assoc, Na, Nb, plus_IZR, mult_IZR. f_equal. f_equal.
    unfold hd, nth. rewrite Hh. clear.
    rewrite Zpower_nat_Z, <- pow_IZR.
    generalize (IZR h). intro y.
    assert (S : forall n, pow_pos Rmult y n = (y ^ Pos.to_nat n)).
    { intro n. induction n using Pos.peano_ind; [change (y = y * 1); lra|].
      rewrite Pos2Nat.inj_succ. cbn [pow]. rewrite <- IHn.
      rewrite (pow_pos_succ (Eqsth R) (Rmul_ext (Eq_ext Rplus Rmult Ropp)) (fun a b c => eq_sym (Rmult_assoc a b c))). reflexivity. }
    apply S.
Qed.
