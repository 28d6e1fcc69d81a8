(* Functionals of arms, linear forms of them and comparisons, as data with their values.
     expand_ok, sum_arms_ok   a form is a sum of one functional for each arm
     collect_ok               equal indices are collected
     on_constant_ok, on_ray_ok, parts_functional   a functional on the constant 1 and on the rays
     fsubst_value             other parameters and arms are put into a form
     form_value_ext           a form depends on what it mentions *)
Require Export Regions.
Require Import Lra Lia QArith Qreals Bool.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

Inductive atom := Val (f : nat) (n : poly) | ARew (f : nat) (n : poly) | ADelta (f : nat) (n : poly) | AP (f : nat) (a N : poly) | AArea (f : nat) (n : poly).
Inductive relation := GE | GT | EQ.
Record form := Form { constant : poly; terms : list (poly * atom) }.
Record comparison := Cmp { rel : relation; left : form }.
(* --- meaning --- *)
Definition atom_value (z : positive -> Z) (A : nat -> arm) (a : atom) : R :=
  match a with
  | Val f n => A f (zeval z n) | ARew f n => Rew (A f) (zeval z n)
  | ADelta f n => Delta (A f) (zeval z n) | AP f a N => P (A f) (zeval z a) (zeval z N) | AArea f n => Area (A f) (zeval z n)
  end.
Fixpoint terms_value z r A (l : list (poly * atom)) : R :=
  match l with [] => 0 | (c, a) :: l => peval (environment z r) c * atom_value z A a + terms_value z r A l end.
Definition form_value z r A (f : form) := peval (environment z r) (constant f) + terms_value z r A (terms f).
Definition compare (rl : relation) (x : R) := match rl with GE => 0 <= x | GT => 0 < x | EQ => x = 0 end.
Definition says z r A (c : comparison) := compare (rel c) (form_value z r A (left c)).
Definition all (X : comparison -> Prop) (l : list comparison) := forall c, In c l -> X c.

(* --- functionals of one arm: sums of c * f(e) and c * Rew(f,e) --- *)
Definition part := (poly * (bool * poly))%type.    (* true: Rew *)
Definition c1 : poly := PEc 1%Q.
Definition triangle (p : poly) : poly := PEmul (PEc (QArith_base.Qmake 1 2)) (PEmul p (PEadd p c1)).
Definition expand (a : atom) : list part :=
  match a with
  | Val _ n => [(c1, (false, n))]
  | ARew _ n => [(c1, (true, n))]
  | ADelta _ n => [(c1, (false, n)); (PEopp c1, (false, PEsub n c1))]
  | AP _ a N => let g := PEsub N a in
      [(c1, (true, a)); (PEadd g (triangle g), (false, a)); (PEopp (triangle g), (false, PEsub a c1))]
  | AArea _ n => [(c1, (true, n)); (PEc (QArith_base.Qmake (-1) 2), (false, n)); (PEc (QArith_base.Qmake 1 2), (false, PEc 0%Q))]
  end.
Definition arm_of (a : atom) := match a with Val f _ | ARew f _ | ADelta f _ | AP f _ _ | AArea f _ => f end.
Definition indices_ok (a : atom) := match a with AP _ a N => is_index a && is_index N | Val _ n | ARew _ n | ADelta _ n | AArea _ n => is_index n end.
Definition basic (f : arm) (k : bool) (e : Z) := if k then Rew f e else f e.
Fixpoint parts_value z r (f : arm) (l : list part) : R :=
  match l with [] => 0 | (c, (k, e)) :: l => peval (environment z r) c * basic f k (zeval z e) + parts_value z r f l end.
Lemma parts_app z r f l m : parts_value z r f (l ++ m) = parts_value z r f l + parts_value z r f m.
Proof. induction l as [|[c [k e]] l IH]; cbn; [ring | rewrite IH; ring]. Qed.

Definition area_ok z (a : atom) : Prop := match a with AArea _ n => (0 <= zeval z n)%Z | _ => True end.
Lemma expand_ok z r A a : indices_ok a = true -> area_ok z a -> atom_value z A a = parts_value z r (A (arm_of a)) (expand a).
Proof.
  assert (O : peval (environment z r) c1 = 1) by apply real_1.
  destruct a; cbn [atom_value expand parts_value arm_of basic indices_ok area_ok]; intros I Ar.
  - rewrite O. ring.
  - rewrite O. ring.
  - unfold Delta. change (peval (environment z r) (PEopp c1)) with (- peval (environment z r) c1). rewrite O.
    change (zeval z (PEsub n c1)) with (zeval z n - 1)%Z. ring.
  - apply andb_true_iff in I. destruct I as [Ia IN].
    set (g := PEsub N a). set (env := environment z r) in *.
    assert (G : peval env g = IZR (zeval z N - zeval z a)).
    { change (peval env N - peval env a = IZR (zeval z N - zeval z a)). unfold env.
      rewrite !zeval_ok, minus_IZR by assumption. reflexivity. }
    assert (Tr : peval env (triangle g) = / 2 * (peval env g * (peval env g + 1))).
    { change (real (QArith_base.Qmake 1 2) * (peval env g * (peval env g + peval env c1)) = / 2 * (peval env g * (peval env g + 1))).
      rewrite O. unfold real. cbn. lra. }
    change (peval env (PEadd g (triangle g))) with (peval env g + peval env (triangle g)).
    change (peval env (PEopp (triangle g))) with (- peval env (triangle g)).
    rewrite O, Tr, G. unfold P, Delta. change (zeval z (PEsub a c1)) with (zeval z a - 1)%Z.
    rewrite minus_IZR. field.
  - rewrite Area_eq, O by assumption. change (zeval z (PEc 0%Q)) with 0%Z.
    change (peval (environment z r) (PEc (QArith_base.Qmake (-1) 2))) with (real (QArith_base.Qmake (-1) 2)).
    change (peval (environment z r) (PEc (QArith_base.Qmake 1 2))) with (real (QArith_base.Qmake 1 2)). unfold real. cbn -[Rew]. lra.
Qed.

(* where the indices make sense *)
Definition least (c : aclass) (k : bool) : Z := if k then 0%Z else first c.
Definition in_domain (cl : nat -> aclass) z (l : list (poly * atom)) :=
  forall c a, In (c, a) l -> indices_ok a = true /\ forall c' k e, In (c', (k, e)) (expand a) -> is_index e = true /\ (least (cl (arm_of a)) k <= zeval z e)%Z.
Definition parts_in_domain (c : aclass) z (l : list part) := forall co k e, In (co, (k, e)) l -> is_index e = true /\ (least c k <= zeval z e)%Z.
Lemma domain_area cl z a : (forall c' k e, In (c', (k, e)) (expand a) -> is_index e = true /\ (least (cl (arm_of a)) k <= zeval z e)%Z) -> area_ok z a.
Proof. destruct a; try (intros; exact I). intro H. apply (H c1 true n). now left. Qed.

(* the functional of arm f in a list of terms *)
Fixpoint of_arm (f : nat) (l : list (poly * atom)) : list part :=
  match l with
  | [] => []
  | (c, a) :: l => (if Nat.eqb (arm_of a) f then map (fun p => (PEmul c (fst p), snd p)) (expand a) else []) ++ of_arm f l
  end.
Lemma scaled_parts z r f c l : parts_value z r f (map (fun p => (PEmul c (fst p), snd p)) l) = peval (environment z r) c * parts_value z r f l.
Proof.
  induction l as [|[d [k e]] l IH]; cbn [map parts_value fst snd]; [ring|]. rewrite IH.
  change (peval (environment z r) (PEmul c d)) with (peval (environment z r) c * peval (environment z r) d). ring.
Qed.
Lemma of_arm_domain cl z f l : in_domain cl z l -> parts_in_domain (cl f) z (of_arm f l).
Proof.
  induction l as [|[c a] l IH]; intros D c' k e I; [destruct I|].
  cbn [of_arm] in I. apply in_app_or in I. destruct I as [I|I].
  - destruct (Nat.eqb_spec (arm_of a) f) as [Ef|]; [|destruct I]. subst f. apply in_map_iff in I. destruct I as [[c0 [k0 e0]] [E I]].
    inversion E; subst. destruct (D c a (or_introl eq_refl)) as [_ X]. eapply X; eassumption.
  - eapply IH; [|eassumption]. intros c0 a0 I0. apply (D c0 a0). now right.
Qed.
Fixpoint sum_arms z r A (l : list (poly * atom)) (arms : nat) : R :=
  match arms with O => 0 | S n => sum_arms z r A l n + parts_value z r (A n) (of_arm n l) end.
Definition arms_below n (l : list (poly * atom)) := forallb (fun p => Nat.ltb (arm_of (snd p)) n) l.
Lemma sum_arms_ok cl z r A l n : in_domain cl z l -> arms_below n l = true -> terms_value z r A l = sum_arms z r A l n.
Proof.
  induction l as [|[c a] l IH]; intros D B.
  - clear. induction n; cbn; [reflexivity | rewrite <- IHn; cbn; ring].
  - cbn [arms_below forallb snd] in B. apply andb_true_iff in B. destruct B as [B Bs].
    cbn [terms_value]. rewrite IH; [|intros c0 a0 I0; apply (D c0 a0); now right|assumption].
    destruct (D c a (or_introl eq_refl)) as [I X]. rewrite (expand_ok z r A a I (domain_area cl z a X)).
    apply Nat.ltb_lt in B. clear -B. set (i := arm_of a) in *.
    assert (G : forall m, sum_arms z r A ((c, a) :: l) m =
      sum_arms z r A l m + (if Nat.ltb i m then peval (environment z r) c * parts_value z r (A i) (expand a) else 0)).
    { induction m as [|m IHm]; [cbn; ring|]. cbn [sum_arms of_arm]. rewrite IHm, parts_app. fold i.
      destruct (Nat.eqb_spec i m) as [E|E].
      - replace (A i) with (A m) by now rewrite E.
        destruct (Nat.ltb_spec i m), (Nat.ltb_spec i (S m)); try lia. rewrite scaled_parts. ring.
      - cbn [parts_value]. destruct (Nat.ltb_spec i m), (Nat.ltb_spec i (S m)); try lia; ring. }
    rewrite G. apply Nat.ltb_lt in B. rewrite B. ring.
Qed.

(* collecting equal indices *)
Definition same (k k' : bool) (e e' : poly) := Bool.eqb k k' && is_zero (PEsub e e').
Fixpoint insert (p : part) (l : list part) : list part :=
  match l with
  | [] => [p]
  | (c, (k, e)) :: l' => if same k (fst (snd p)) e (snd (snd p)) then (PEadd c (fst p), (k, e)) :: l' else (c, (k, e)) :: insert p l'
  end.
Definition collect (l : list part) : list part :=
  filter (fun p => negb (is_zero (fst p))) (fold_right insert [] l).
Lemma same_index z k k' e e' : is_index e = true -> is_index e' = true -> same k k' e e' = true -> k = k' /\ zeval z e = zeval z e'.
Proof.
  intros I I'. unfold same. rewrite andb_true_iff. intros [K Z]. apply Bool.eqb_prop in K. split; [assumption|].
  apply (is_zero_ok (environment z (fun _ => 0))) in Z.
  change (peval (environment z (fun _ => 0)) e - peval (environment z (fun _ => 0)) e' = 0) in Z.
  rewrite !zeval_ok in Z by assumption. apply eq_IZR. lra.
Qed.
Lemma insert_ok o z r f p l : parts_in_domain o z (p :: l) ->
  parts_in_domain o z (insert p l) /\ parts_value z r f (insert p l) = parts_value z r f (p :: l).
Proof.
  destruct p as [c0 [k0 e0]]. induction l as [|[c [k e]] l IH]; intro D; [now split|].
  cbn [insert fst snd]. destruct (same k k0 e e0) eqn:S.
  - assert (I := D c k e (or_intror (or_introl eq_refl))). assert (I0 := D c0 k0 e0 (or_introl eq_refl)).
    destruct (same_index z k k0 e e0 (proj1 I) (proj1 I0) S) as [-> E]. split.
    + intros c' k' e' [X|X]; [inversion X; subst; exact I|]. apply (D c' k' e'). now right; right.
    + cbn [parts_value]. rewrite E. change (peval (environment z r) (PEadd c c0)) with (peval (environment z r) c + peval (environment z r) c0). ring.
  - destruct IH as [D' V].
    { intros c' k' e' [X|X]; apply (D c' k' e'); [now left | now right; right]. }
    split.
    + intros c' k' e' [X|X]; [apply (D c' k' e'); right; now left | eapply D'; eassumption].
    + cbn [parts_value] in *. rewrite V. ring.
Qed.
Lemma collect_ok o z r f l : parts_in_domain o z l ->
  parts_in_domain o z (collect l) /\ parts_value z r f (collect l) = parts_value z r f l.
Proof.
  intro D.
  assert (G : parts_in_domain o z (fold_right insert [] l) /\ parts_value z r f (fold_right insert [] l) = parts_value z r f l).
  { induction l as [|p l IH]; [now split|]. cbn [fold_right].
    destruct IH as [D' V]; [intros c k e I; apply (D c k e); now right|].
    destruct (insert_ok o z r f p (fold_right insert [] l)) as [D2 V2].
    { intros c k e [X|X]; [apply (D c k e); now left | eapply D'; eassumption]. }
    split; [exact D2|]. rewrite V2. destruct p as [c [k e]]. cbn [parts_value]. now rewrite V. }
  destruct G as [G V]. unfold collect. rewrite <- V. clear V. induction (fold_right insert [] l) as [|[c [k e]] m IH]; [now split|].
  destruct IH as [D' V']; [intros c' k' e' I; apply (G c' k' e'); now right|].
  cbn [filter fst]. destruct (is_zero c) eqn:Z; cbn [negb].
  - split; [exact D'|]. cbn [parts_value]. rewrite V', (is_zero_ok _ _ Z). ring.
  - split.
    + intros c' k' e' [X|X]; [apply (G c' k' e'); now left | eapply D'; eassumption].
    + cbn [parts_value]. now rewrite V'.
Qed.

(* --- rays --- *)
Fixpoint on_constant (l : list part) : poly :=
  match l with [] => PEc 0%Q | (c, (k, e)) :: l => PEadd (PEmul c (if k then e else c1)) (on_constant l) end.
Definition offset (c : aclass) : Q := match c with Concave | Rotting => 0 | ConcaveFrom1 => 1 | Monotone => -1 end%Q.   (* where r_j bends: j + offset *)
Definition ray_last (c : aclass) : poly := PEadd J (PEc (offset c)).
Definition side (c : aclass) cs (e : poly) : option bool :=
  if implies cs (PEsub (ray_last c) e) then Some false else if implies cs (PEsub (PEsub e (ray_last c)) c1) then Some true else None.
Definition p0 : poly := PEc 0%Q.
Definition on_side (c : aclass) (k after : bool) (e : poly) : poly :=
  match c, k, after with
  | Concave, false, false => e | Concave, false, true => J
  | Concave, true, false => triangle e | Concave, true, true => PEadd (triangle J) (PEmul J (PEsub e J))
  | ConcaveFrom1, false, false => PEsub e c1 | ConcaveFrom1, false, true => J
  | ConcaveFrom1, true, false => triangle (PEsub e c1) | ConcaveFrom1, true, true => PEadd (triangle J) (PEmul J (PEsub (PEsub e c1) J))
  | Monotone, false, false => p0 | Monotone, false, true => c1
  | Monotone, true, false => p0 | Monotone, true, true => PEadd (PEsub e J) c1
  | Rotting, false, false => c1 | Rotting, false, true => p0
  | Rotting, true, false => e | Rotting, true, true => J
  end.
Fixpoint on_ray (cl : aclass) (l : list part) cs : option poly :=
  match l with
  | [] => Some (PEc 0%Q)
  | (c, (k, e)) :: l => match side cl cs e, on_ray cl l cs with
      | Some b, Some p => Some (PEadd (PEmul c (on_side cl k b e)) p) | _, _ => None end
  end.
Lemma parts_functional o z r l : parts_in_domain o z l -> functional (first o) (fun f => parts_value z r f l).
Proof.
  induction l as [|[c [k e]] l IH]; intro D; cbn [parts_value].
  - apply functional_zero.
  - apply functional_comb.
    + destruct (D c k e (or_introl eq_refl)) as [_ I]. unfold basic. destruct k; [apply functional_Rew; [destruct o; cbn; lia | exact I] | now apply functional_value].
    + apply IH. intros c' k' e' X. apply (D c' k' e'). now right.
Qed.
Lemma on_constant_ok o z r l : parts_in_domain o z l -> peval (environment z r) (on_constant l) = parts_value z r one l.
Proof.
  induction l as [|[c [k e]] l IH]; intro D; cbn [on_constant parts_value].
  - apply real_0.
  - change (peval (environment z r) (PEadd (PEmul c (if k then e else c1)) (on_constant l))) with
      (peval (environment z r) c * peval (environment z r) (if k then e else c1) + peval (environment z r) (on_constant l)).
    rewrite IH by (intros c' k' e' X; apply (D c' k' e'); now right). f_equal. f_equal.
    destruct (D c k e (or_introl eq_refl)) as [I N]. destruct k; cbn [basic].
    + now rewrite Rew_one, zeval_ok by assumption.
    + apply real_1.
Qed.
Lemma on_side_ok o z r k (b : bool) e j : let env := environment z r in z 1%positive = j -> (1 <= j)%Z -> is_index e = true -> (least o k <= zeval z e)%Z ->
  (if b then 0 <= peval env e - peval env (ray_last o) - 1 else 0 <= peval env (ray_last o) - peval env e) ->
  peval env (on_side o k b e) = basic (ray o j) k (zeval z e).
Proof.
  intros env Zj Hj I N S.
  assert (VJ : peval env J = IZR j). { change (IZR (z 1%positive) = IZR j). now rewrite Zj. }
  assert (VE : peval env e = IZR (zeval z e)) by now apply zeval_ok.
  assert (V1 : peval env c1 = 1) by apply real_1.
  assert (V0 : peval env p0 = 0) by apply real_0.
  assert (Tri : forall x, peval env (triangle x) = / 2 * (peval env x * (peval env x + 1))).
  { intro x. change (real (QArith_base.Qmake 1 2) * (peval env x * (peval env x + peval env c1)) = / 2 * (peval env x * (peval env x + 1))).
    rewrite V1. unfold real. cbn. lra. }
  assert (Sub : forall a c, peval env (PEsub a c) = peval env a - peval env c) by reflexivity.
  assert (Add : forall a c, peval env (PEadd a c) = peval env a + peval env c) by reflexivity.
  assert (Mul : forall a c, peval env (PEmul a c) = peval env a * peval env c) by reflexivity.
  assert (Off : peval env (ray_last o) = IZR (j + match o with Concave | Rotting => 0 | ConcaveFrom1 => 1 | Monotone => -1 end)).
  { unfold ray_last. rewrite Add, VJ, plus_IZR. f_equal. change (real (offset o) = IZR (match o with Concave | Rotting => 0 | ConcaveFrom1 => 1 | Monotone => -1 end)). destruct o; unfold real; cbn; lra. }
  rewrite VE, Off in S.
  set (d := (j + match o with Concave | Rotting => 0 | ConcaveFrom1 => 1 | Monotone => -1 end)%Z) in *.
  assert (S' : if b then (d + 1 <= zeval z e)%Z else (zeval z e <= d)%Z).
  { destruct b; apply le_IZR; rewrite ?plus_IZR; lra. } clear S. unfold d in S'. clear Off d.
  destruct o, k, b; cbn [on_side basic least first] in *; rewrite ?Add, ?Sub, ?Mul, ?Tri, ?Add, ?Sub, ?V1, ?V0, ?VJ, ?VE.
  - cbn [ray]. rewrite (Rew_hinge_after j (zeval z e)) by lia. field.
  - cbn [ray]. rewrite (Rew_hinge_before j (zeval z e)) by lia. field.
  - cbn [ray]. now rewrite hinge_after by lia.
  - cbn [ray]. now rewrite hinge_before by lia.
  - rewrite (Rew_shift_after j (zeval z e)) by lia. field.
  - rewrite (Rew_shift_before j (zeval z e)) by lia. field.
  - cbn [ray]. now rewrite hinge_after by lia.
  - cbn [ray]. now rewrite hinge_before, minus_IZR by lia.
  - now rewrite (Rew_step_after j (zeval z e)) by lia.
  - now rewrite (Rew_step_before j (zeval z e)) by lia.
  - cbn [ray]. destruct (Z.leb_spec j (zeval z e)); [reflexivity|lia].
  - cbn [ray]. destruct (Z.leb_spec j (zeval z e)); [lia|reflexivity].
  - now rewrite (Rew_drop_after j (zeval z e)) by lia.
  - now rewrite (Rew_drop_before j (zeval z e)) by lia.
  - cbn [ray]. destruct (Z.leb_spec (zeval z e) j); [lia|reflexivity].
  - cbn [ray]. destruct (Z.leb_spec (zeval z e) j); [reflexivity|lia].
Qed.
Lemma on_ray_ok o z r l cs p j : let env := environment z r in z 1%positive = j -> (1 <= j)%Z ->
  parts_in_domain o z l -> holds_r env cs -> on_ray o l cs = Some p -> peval env p = parts_value z r (ray o j) l.
Proof.
  intros env Zj Hj. revert p. induction l as [|[c [k e]] l IH]; intros p D H E; cbn [on_ray parts_value] in *.
  - inversion E. apply real_0.
  - destruct (side o cs e) as [b|] eqn:S; [|discriminate]. destruct (on_ray o l cs) as [q|]; [|discriminate].
    inversion E; subst p. change (peval env (PEadd (PEmul c (on_side o k b e)) q)) with (peval env c * peval env (on_side o k b e) + peval env q).
    rewrite (IH q) by (auto; intros c' k' e' X; apply (D c' k' e'); now right). f_equal. f_equal.
    destruct (D c k e (or_introl eq_refl)) as [I N]. apply on_side_ok; try assumption.
    unfold side in S. destruct (implies cs (PEsub (ray_last o) e)) eqn:B.
    + inversion S; subst b. apply (implies_ok env) in B; [|assumption]. exact B.
    + destruct (implies cs (PEsub (PEsub e (ray_last o)) c1)) eqn:Af; [|discriminate]. inversion S; subst b.
      apply (implies_ok env) in Af; [|assumption]. change (0 <= peval env e - peval env (ray_last o) - real 1%Q) in Af. rewrite real_1 in Af. exact Af.
Qed.
Lemma real_inject i : real (inject_Z i) = IZR i.
Proof. reflexivity. Qed.

(* --- forms --- *)
Definition fscale (p : poly) (f : form) := Form (PEmul p (constant f)) (map (fun t => (PEmul p (fst t), snd t)) (terms f)).
Definition fadd (f g : form) := Form (PEadd (constant f) (constant g)) (terms f ++ terms g).
Lemma terms_app z r A l m : terms_value z r A (l ++ m) = terms_value z r A l + terms_value z r A m.
Proof. induction l as [|[c a] l IH]; cbn [app terms_value]; [ring | rewrite IH; ring]. Qed.
Lemma fadd_value z r A f g : form_value z r A (fadd f g) = form_value z r A f + form_value z r A g.
Proof.
  unfold form_value, fadd. cbn [constant terms]. rewrite terms_app.
  change (peval (environment z r) (PEadd (constant f) (constant g))) with (peval (environment z r) (constant f) + peval (environment z r) (constant g)). ring.
Qed.
Lemma fscale_value z r A p f : form_value z r A (fscale p f) = peval (environment z r) p * form_value z r A f.
Proof.
  unfold form_value, fscale. cbn [constant terms].
  change (peval (environment z r) (PEmul p (constant f))) with (peval (environment z r) p * peval (environment z r) (constant f)).
  induction (terms f) as [|[c a] l IH]; cbn [map terms_value fst snd]; [ring|].
  change (peval (environment z r) (PEmul p c)) with (peval (environment z r) p * peval (environment z r) c). lra.
Qed.
Lemma fadd_domain cl z f g : in_domain cl z (terms f) -> in_domain cl z (terms g) -> in_domain cl z (terms (fadd f g)).
Proof. intros H G c a I. apply in_app_or in I. destruct I as [I|I]; [apply (H c a I) | apply (G c a I)]. Qed.
Lemma fscale_domain cl z p f : in_domain cl z (terms f) -> in_domain cl z (terms (fscale p f)).
Proof.
  intros H c a I. apply in_map_iff in I. destruct I as [[c0 a0] [E I]]. inversion E; subst. apply (H c0 a I).
Qed.

(* --- substitution --- *)
Fixpoint psubst (s : positive -> poly) (p : poly) : poly :=
  match p with
  | PEc q => PEc q | PEX x => s x
  | PEadd a b => PEadd (psubst s a) (psubst s b) | PEsub a b => PEsub (psubst s a) (psubst s b)
  | PEmul a b => PEmul (psubst s a) (psubst s b) | PEopp a => PEopp (psubst s a) | PEpow a n => PEpow (psubst s a) n
  end.
Section Substitution.
  Variables (z : positive -> Z) (r : positive -> R) (s : positive -> poly).
  Hypothesis integers : forall x, is_index (s (xO x)) = true.
  Definition z_at : positive -> Z := fun x => zeval z (s (xO x)).
  Definition r_at : positive -> R := fun x => peval (environment z r) (s x).
  Lemma psubst_value p : peval (environment z_at r_at) p = peval (environment z r) (psubst s p).
  Proof.
    induction p; cbn [psubst].
    - reflexivity.
    - destruct p; try reflexivity. change (IZR (z_at p) = peval (environment z r) (s (xO p))).
      unfold z_at. symmetry. apply zeval_ok. apply integers.
    - change (peval (environment z_at r_at) p1 + peval (environment z_at r_at) p2 = peval (environment z r) (psubst s p1) + peval (environment z r) (psubst s p2)). now rewrite IHp1, IHp2.
    - change (peval (environment z_at r_at) p1 - peval (environment z_at r_at) p2 = peval (environment z r) (psubst s p1) - peval (environment z r) (psubst s p2)). now rewrite IHp1, IHp2.
    - change (peval (environment z_at r_at) p1 * peval (environment z_at r_at) p2 = peval (environment z r) (psubst s p1) * peval (environment z r) (psubst s p2)). now rewrite IHp1, IHp2.
    - change (- peval (environment z_at r_at) p = - peval (environment z r) (psubst s p)). now rewrite IHp.
    - change (peval (environment z_at r_at) p ^ N.to_nat n = peval (environment z r) (psubst s p) ^ N.to_nat n). now rewrite IHp.
  Qed.
  Lemma psubst_index p : is_index p = true -> is_index (psubst s p) = true /\ zeval z_at p = zeval z (psubst s p).
  Proof.
    induction p; cbn -[Z.pow]; rewrite ?andb_true_iff; intro H.
    - split; [assumption | reflexivity].
    - destruct p; try discriminate. split; [apply integers | reflexivity].
    - destruct H as [H1 H2], (IHp1 H1) as [A ->], (IHp2 H2) as [B ->]. auto.
    - destruct H as [H1 H2], (IHp1 H1) as [A ->], (IHp2 H2) as [B ->]. auto.
    - destruct H as [H1 H2], (IHp1 H1) as [A ->], (IHp2 H2) as [B ->]. auto.
    - destruct (IHp H) as [A ->]. auto.
    - destruct (IHp H) as [A ->]. auto.
  Qed.
  Variables (A : nat -> arm) (m : nat -> nat).
  Definition asubst (a : atom) : atom :=
    match a with
    | Val f n => Val (m f) (psubst s n) | ARew f n => ARew (m f) (psubst s n)
    | ADelta f n => ADelta (m f) (psubst s n) | AP f a N => AP (m f) (psubst s a) (psubst s N) | AArea f n => AArea (m f) (psubst s n)
    end.
  Definition fsubst (f : form) := Form (psubst s (constant f)) (map (fun t => (psubst s (fst t), asubst (snd t))) (terms f)).
  Definition A_at : nat -> arm := fun i => A (m i).
  Lemma asubst_value a : indices_ok a = true -> atom_value z_at A_at a = atom_value z A (asubst a).
  Proof.
    destruct a as [f n|f n|f n|f a N|f n]; cbn [indices_ok atom_value asubst]; rewrite ?andb_true_iff; intro I;
      try (destruct (psubst_index n I) as [_ ->]; reflexivity).
    destruct I as [Ia IN]. destruct (psubst_index a Ia) as [_ ->], (psubst_index N IN) as [_ ->]. reflexivity.
  Qed.
  Lemma expand_subst a : expand (asubst a) = map (fun p => (psubst s (fst p), (fst (snd p), psubst s (snd (snd p))))) (expand a).
  Proof. destruct a; reflexivity. Qed.
  Lemma asubst_indices a : indices_ok a = true -> indices_ok (asubst a) = true.
  Proof.
    destruct a as [f n|f n|f n|f a N|f n]; cbn [indices_ok asubst]; rewrite ?andb_true_iff; intro I; try (apply (psubst_index n I)).
    destruct I as [Ia IN]. split; [apply (psubst_index a Ia) | apply (psubst_index N IN)].
  Qed.
  (* the classes of a lemma's arms, and of those that are put in: the first index may only be larger in the lemma *)
  Variables (inner outer : nat -> aclass).
  Lemma asubst_arm a : arm_of (asubst a) = m (arm_of a). Proof. destruct a; reflexivity. Qed.
  Lemma fsubst_domain f : (forall t, In t (terms f) -> (first (outer (m (arm_of (snd t)))) <= first (inner (arm_of (snd t))))%Z) ->
    in_domain inner z_at (terms f) -> in_domain outer z (terms (fsubst f)).
  Proof.
    intros Fi D c a I. apply in_map_iff in I. destruct I as [[c0 a0] [E I]]. inversion E; subst.
    destruct (D c0 a0 I) as [X Y]. split; [now apply asubst_indices|].
    intros c' k e. rewrite expand_subst. intro J0. apply in_map_iff in J0. destruct J0 as [[c2 [k2 e2]] [E2 J0]].
    inversion E2; subst. destruct (Y _ _ _ J0) as [U V]. destruct (psubst_index e2 U) as [W E3].
    cbn [fst snd]. split; [exact W|]. rewrite <- E3. rewrite asubst_arm. specialize (Fi _ I). cbn [snd] in Fi. unfold least in *. match goal with |- context [if ?x then _ else _] => destruct x end; lia.
  Qed.
  Lemma fsubst_value f : in_domain inner z_at (terms f) -> form_value z_at r_at A_at f = form_value z r A (fsubst f).
  Proof.
    intro D. unfold form_value, fsubst. cbn [constant terms]. rewrite psubst_value. f_equal.
    induction (terms f) as [|[c a] l IH]; [reflexivity|]. cbn [map terms_value fst snd].
    rewrite psubst_value, asubst_value, IH; [reflexivity| |apply (D c a); now left].
    intros c' a' I. apply (D c' a'). now right.
  Qed.
End Substitution.


(* --- what a form depends on: new names and arms change nothing --- *)
Definition clean (xs : list positive) (p : poly) : bool := forallb (fun x => negb (mentions (xO x) p)) xs.
Definition clean_atom xs (ys : list nat) (a : atom) : bool :=
  negb (existsb (Nat.eqb (arm_of a)) ys) &&
  match a with AP _ a N => clean xs a && clean xs N | Val _ n | ARew _ n | ADelta _ n | AArea _ n => clean xs n end.
Definition clean_form xs ys (f : form) : bool :=
  clean xs (constant f) && forallb (fun t => clean xs (fst t) && clean_atom xs ys (snd t)) (terms f).
Definition clean_part xs (p : part) : bool := clean xs (fst p) && clean xs (snd (snd p)).
Section Agree.
  Variables (xs : list positive) (ys : list nat) (z z' : positive -> Z) (r r' : positive -> R) (A A' : nat -> arm).
  Hypothesis same_z : forall x, ~ In x xs -> z x = z' x.
  Hypothesis same_r : forall x, r x = r' x.
  Hypothesis same_A : forall i, ~ In i ys -> A i = A' i.
  Lemma clean_spec p x : clean xs p = true -> mentions (xO x) p = true -> z x = z' x.
  Proof.
    intros C M. apply same_z. intro I. unfold clean in C. rewrite forallb_forall in C. specialize (C x I).
    rewrite M in C. discriminate.
  Qed.
  Lemma peval_clean p : clean xs p = true -> peval (environment z r) p = peval (environment z' r') p.
  Proof.
    intro C. apply peval_ext. intros x M. unfold environment. destruct x as [x|x|]; try apply same_r.
    now rewrite (clean_spec p x C M).
  Qed.
  Lemma zeval_ext p : (forall x, mentions (xO x) p = true -> z x = z' x) -> zeval z p = zeval z' p.
  Proof.
    induction p; cbn -[Z.pow]; intro H; try reflexivity;
      try (rewrite IHp1, IHp2 by (intros; apply H; apply orb_true_iff; auto); reflexivity).
    - destruct p as [x|x|]; try reflexivity. apply H. cbn. apply Pos.eqb_refl.
    - now rewrite IHp.
    - now rewrite IHp.
  Qed.
  Lemma zeval_clean p : clean xs p = true -> zeval z p = zeval z' p.
  Proof. intro C. apply zeval_ext. intros x M. now apply (clean_spec p). Qed.
  Lemma atom_clean a : clean_atom xs ys a = true -> atom_value z A a = atom_value z' A' a.
  Proof.
    unfold clean_atom. rewrite andb_true_iff, negb_true_iff. intros [Y X].
    assert (E : A (arm_of a) = A' (arm_of a)).
    { apply same_A. intro I. apply not_true_iff_false in Y. apply Y, existsb_exists. exists (arm_of a).
      split; [assumption | apply Nat.eqb_refl]. }
    destruct a; cbn [arm_of atom_value] in *; rewrite E; rewrite ?andb_true_iff in X;
      try (now rewrite (zeval_clean n X)).
    destruct X as [X1 X2]. now rewrite (zeval_clean a X1), (zeval_clean N X2).
  Qed.
  Lemma form_clean f : clean_form xs ys f = true -> form_value z r A f = form_value z' r' A' f.
  Proof.
    unfold clean_form, form_value. rewrite andb_true_iff. intros [C Ts]. rewrite (peval_clean _ C). f_equal.
    induction (terms f) as [|[c a] l IH]; [reflexivity|]. cbn [forallb fst snd] in Ts.
    rewrite !andb_true_iff in Ts. destruct Ts as [[T1 T2] T3]. cbn [terms_value].
    now rewrite (peval_clean _ T1), (atom_clean _ T2), (IH T3).
  Qed.
  Lemma says_clean c : clean_form xs ys (left c) = true -> says z r A c <-> says z' r' A' c.
  Proof. intro C. unfold says. now rewrite (form_clean _ C). Qed.
  Lemma expand_clean a c k e : clean_atom xs ys a = true -> In (c, (k, e)) (expand a) -> zeval z e = zeval z' e.
  Proof.
    unfold clean_atom. rewrite andb_true_iff. intros [_ X] I.
    destruct a; cbn [expand In] in I; rewrite ?andb_true_iff in X; repeat (destruct I as [I|I]; [inversion I; subst; clear I|]);
      try contradiction; try (now apply zeval_clean); try reflexivity.
    - change (zeval z n - 1 = zeval z' n - 1)%Z. now rewrite (zeval_clean n X).
    - destruct X as [X _]. change (zeval z a - 1 = zeval z' a - 1)%Z. now rewrite (zeval_clean a X).
  Qed.
  Lemma domain_clean cl f : clean_form xs ys f = true -> in_domain cl z (terms f) -> in_domain cl z' (terms f).
  Proof.
    unfold clean_form. rewrite andb_true_iff, forallb_forall. intros [_ C] D c a I. destruct (D c a I) as [D1 D2].
    split; [assumption|]. intros c' k e I'. destruct (D2 c' k e I') as [E1 E2]. split; [assumption|].
    specialize (C _ I). cbn [fst snd] in C. apply andb_true_iff in C. now rewrite <- (expand_clean a c' k e).
  Qed.
  Lemma parts_clean f l : forallb (clean_part xs) l = true -> parts_value z r f l = parts_value z' r' f l.
  Proof.
    induction l as [|[c [k e]] l IH]; [reflexivity|]. cbn [forallb parts_value]. rewrite andb_true_iff.
    unfold clean_part at 1. cbn [fst snd]. rewrite andb_true_iff. intros [[C1 C2] C3].
    now rewrite (peval_clean _ C1), (zeval_clean _ C2), (IH C3).
  Qed.
  Lemma parts_domain_clean c l : forallb (clean_part xs) l = true -> parts_in_domain c z l -> parts_in_domain c z' l.
  Proof.
    rewrite forallb_forall. intros C D co k e I. destruct (D co k e I). split; [assumption|].
    specialize (C _ I). unfold clean_part in C. cbn [fst snd] in C. apply andb_true_iff in C. now rewrite <- zeval_clean.
  Qed.
End Agree.
