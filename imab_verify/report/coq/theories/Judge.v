(* The judgement: what is known at a place of a proof, goals, nodes of proofs, and the rules. A rule
   says which goals must hold for a goal to hold; each has a theorem that this is so.
     sum_ok, empty_ok, case_ok, combine_ok, rays_ok       the rules of proofs
     bound_ok, lemma_ok, member_ok, quotient_ok           what `have` brings in
     check_ok      what the checker accepts holds wherever what is known holds
   The table of facts about runs is a parameter (`row`), with its soundness as a hypothesis. *)
Require Export Forms.
Require Import Lra Lia QArith Qreals Bool.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

(* --- worlds: values of integers and reals, and the arms --- *)
Record world := World { zz : positive -> Z; rr : positive -> R; aa : nat -> arm }.
Definition env (w : world) := environment (zz w) (rr w).
Definition value (w : world) (p : poly) : R := peval (env w) p.
Definition index_at (w : world) (p : poly) : Z := zeval (zz w) p.
Definition form_at (w : world) (f : form) : R := form_value (zz w) (rr w) (aa w) f.
Definition true_at (w : world) (c : comparison) : Prop := says (zz w) (rr w) (aa w) c.
Definition put (w : world) (x : positive) (n : Z) : world :=
  World (fun y => if Pos.eqb y x then n else zz w y) (rr w) (aa w).
Definition agree (xs : list positive) (ys : list nat) (w w' : world) : Prop :=
  (forall x, ~ In x xs -> zz w x = zz w' x) /\ (forall x, rr w x = rr w' x) /\ (forall i, ~ In i ys -> aa w i = aa w' i).
Lemma put_same w x n : zz (put w x n) x = n.
Proof. cbn. now rewrite Pos.eqb_refl. Qed.
Lemma agree_put w x n : agree [x] [] w (put w x n).
Proof.
  split; [|split; reflexivity]. intros y N. cbn. destruct (Pos.eqb_spec y x) as [->|]; [|reflexivity].
  exfalso. apply N. now left.
Qed.

(* --- families and claims about arms, with what they mean --- *)
Record family := Family { fvar : positive; ffirst : poly; flast : option poly; fsays : comparison }.
Definition in_range (f : family) (a b : poly) : list poly :=
  PEsub a (ffirst f) :: match flast f with Some l => [PEsub l b] | None => [] end.
Definition family_at (w : world) (f : family) : Prop := forall n,
  (index_at w (ffirst f) <= n)%Z -> match flast f with Some l => (n <= index_at w l)%Z | None => True end ->
  true_at (put w (fvar f) n) (fsays f).
Record claim := Claim {
  classes : list aclass; floors : list (positive * poly * poly);
  givens : list comparison; families : list family; conclusion : list comparison }.
Definition class_in (l : list aclass) (i : nat) : aclass := nth i l Concave.
Definition floor_at (w : world) (f : positive * poly * poly) : Prop :=
  zz w (fst (fst f)) = (index_at w (snd (fst f)) / index_at w (snd f))%Z.
Definition arms_at (bounded : bool) (cl : nat -> aclass) (w : world) : Prop := forall i,
  in_class (cl i) (aa w i) /\ (bounded = true -> at_most_1 (cl i) (aa w i)).
Definition defined (cl : nat -> aclass) (w : world) (f : form) : Prop := in_domain cl (zz w) (terms f).
Definition true_claim (bounded : bool) (c : claim) : Prop := forall w, arms_at bounded (class_in (classes c)) w ->
  (forall f, In f (floors c) -> floor_at w f) -> (forall g, In g (givens c) -> true_at w g) ->
  (forall f, In f (families c) -> family_at w f) ->
  forall g, In g (conclusion c) -> true_at w g /\ defined (class_in (classes c)) w (left g).

(* --- constraints that comparisons without rewards are --- *)
Definition constraints_of (g : comparison) : list constraint :=
  match terms (left g) with
  | _ :: _ => []
  | [] => let p := constant (left g) in
          match rel g with GE => [(p, false)] | GT => [sharpen p] | EQ => [(p, false); (PEopp p, false)] end
  end.
Definition about_rewards (g : comparison) : bool := match terms (left g) with [] => false | _ => true end.
Lemma constraints_ok w g : true_at w g -> holds_r (env w) (constraints_of g).
Proof.
  unfold true_at, says, form_value, constraints_of. destruct (terms (left g)); [|intros _ c []]. cbn [terms_value].
  set (p := constant (left g)). intros S c I. destruct (rel g); cbn [compare] in S; cbn in I.
  - destruct I as [<-|[]]. unfold holds_c, env. cbn [fst snd]. lra.
  - destruct I as [<-|[]]. apply sharpen_ok. lra.
  - destruct I as [<-|[<-|[]]]; unfold holds_c, env; cbn [fst snd]; [lra|].
    change (0 <= - peval (environment (zz w) (rr w)) p). lra.
Qed.
Lemma constraints_back w g : terms (left g) = [] -> holds_r (env w) (constraints_of g) -> true_at w g.
Proof.
  unfold true_at, says, form_value, constraints_of. intros -> H. cbn [terms_value].
  set (p := constant (left g)) in *. destruct (rel g); cbn [compare].
  - specialize (H _ (or_introl eq_refl)). unfold holds_c, env in H. cbn [fst snd] in H. lra.
  - specialize (H _ (or_introl eq_refl)). apply sharpen_ok in H. lra.
  - pose proof (H _ (or_introl eq_refl)) as H1. pose proof (H _ (or_intror (or_introl eq_refl))) as H2.
    unfold holds_c, env in H1, H2. cbn [fst snd] in H1, H2. change (0 <= - peval (environment (zz w) (rr w)) p) in H2. lra.
Qed.

(* q = n/d: n - d*q >= 0 and d*q + d - 1 - n >= 0 *)
Definition floor_low (f : positive * poly * poly) : poly :=
  PEsub (snd (fst f)) (PEmul (snd f) (PEX (xO (fst (fst f))))).
Definition floor_constraints (f : positive * poly * poly) : list constraint :=
  [(floor_low f, false); (PEsub (PEsub (snd f) c1) (floor_low f), false)].
Definition floor_form (f : positive * poly * poly) : bool := is_index (snd (fst f)) && is_index (snd f).
Lemma floor_values w q n d : floor_form (q, n, d) = true ->
  value w (floor_low (q, n, d)) = IZR (index_at w n - index_at w d * zz w q) /\
  value w (PEsub (PEsub d c1) (floor_low (q, n, d))) = IZR (index_at w d - 1 - (index_at w n - index_at w d * zz w q)).
Proof.
  unfold floor_form. cbn [fst snd]. rewrite andb_true_iff. intros [I1 I2].
  assert (E : value w (floor_low (q, n, d)) = IZR (index_at w n - index_at w d * zz w q)).
  { change (peval (env w) n - peval (env w) d * IZR (zz w q) = IZR (index_at w n - index_at w d * zz w q)).
    unfold env. rewrite !zeval_ok, minus_IZR, mult_IZR by assumption. reflexivity. }
  split; [exact E|].
  change (peval (env w) d - real 1%Q - value w (floor_low (q, n, d)) = IZR (index_at w d - 1 - (index_at w n - index_at w d * zz w q))).
  rewrite E, real_1. unfold env. rewrite (zeval_ok _ _ d I2). rewrite !minus_IZR. reflexivity.
Qed.
Lemma floor_ok w f : floor_form f = true -> (1 <= index_at w (snd f))%Z -> floor_at w f -> holds_r (env w) (floor_constraints f).
Proof.
  destruct f as [[q n] d]. cbn [snd]. intros F D E c I. unfold floor_at in E. cbn [fst snd] in E.
  destruct (floor_values w q n d F) as [V1 V2]. pose proof (Z.div_mod (index_at w n) (index_at w d) ltac:(lia)).
  pose proof (Z.mod_pos_bound (index_at w n) (index_at w d) ltac:(lia)).
  destruct I as [<-|[<-|[]]]; unfold holds_c; cbn [fst snd]; unfold value in V1, V2; rewrite ?V1, ?V2; apply IZR_le; rewrite E; lia.
Qed.
Lemma floor_back w f : floor_form f = true -> holds_r (env w) (floor_constraints f) -> floor_at w f.
Proof.
  destruct f as [[q n] d]. intros F H. unfold floor_at. cbn [fst snd]. destruct (floor_values w q n d F) as [V1 V2].
  pose proof (H _ (or_introl eq_refl)) as H1. pose proof (H _ (or_intror (or_introl eq_refl))) as H2.
  unfold holds_c in H1, H2. cbn [fst snd] in H1, H2. unfold value in V1, V2. rewrite V1 in H1. rewrite V2 in H2.
  apply le_IZR in H1, H2. apply (Z.div_unique_pos _ _ _ (index_at w n - index_at w d * zz w q)); lia.
Qed.

(* --- proofs as data --- *)
Inductive source {fact : Type} :=
| Bound (f : nat) (e : poly)
| Lemma_ (l c : nat) (values : list (positive * poly)) (arms : list nat)
| Member (family : nat) (v : poly)
| Quotient (x : positive) (n d : poly)
| Fact (row : fact).
Arguments source : clear implicits.
Inductive node {fact : Type} :=
| Sum (ts : list term)
| Empty (ts : list term)
| Case (e : poly) (low high : node)
| Have (by_ : source fact) (proofs : list node) (then_ : node)
| Combine (scale : poly) (positive : node) (uses : list (nat * poly * node)) (arms : list (nat * (node * node)))
    (rest : node) (strict : option nat).
Arguments node : clear implicits.

Inductive goal :=
| Sign (p : poly) (strict : bool)
| OnRay (c : aclass) (l : list part)
| Says (f : form) (strict : bool).

Fixpoint lookup {X} (d : X) (l : list (positive * X)) (x : positive) : X :=
  match l with [] => d | (y, v) :: l => if Pos.eqb x y then v else lookup d l x end.
Fixpoint zip {X Y Z} (f : X -> Y -> Z) (l : list X) (m : list Y) : option (list Z) :=
  match l, m with
  | [], [] => Some []
  | x :: l, y :: m => match zip f l m with Some n => Some (f x y :: n) | None => None end
  | _, _ => None
  end.
Lemma zip_ok {X Y Z} (f : X -> Y -> Z) l : forall m n, zip f l m = Some n -> forall x, In x l -> exists y, In (f x y) n.
Proof.
  induction l as [|x l IH]; intros [|y m] n; cbn [zip]; try discriminate; intros E x0 I; [destruct I|].
  destruct (zip f l m) as [n'|] eqn:Z0; [|discriminate]. inversion E; subst n. destruct I as [<-|I].
  - exists y. now left.
  - destruct (IH m n' Z0 x0 I) as [y' J']. exists y'. now right.
Qed.

(* --- what is known at a place --- *)
Section Judge.
  Context {fact tables : Type}.
  Variable bounded : bool.
  Variable cl : nat -> aclass.
  Variable lemmas : list claim.
  Variable tables_at : tables -> world -> Prop.
  Variable clean_tables : list positive -> list nat -> tables -> bool.
  Hypothesis tables_agree : forall xs ys t w w', agree xs ys w w' -> clean_tables xs ys t = true ->
    tables_at t w -> tables_at t w'.

  Record ctx := Ctx { cs : list constraint; hs : list comparison; fams : list family; tabs : tables }.
  Record known (c : ctx) (w : world) : Prop := {
    known_arms : arms_at bounded cl w;
    known_tables : tables_at (tabs c) w;
    known_cs : holds_r (env w) (cs c);
    known_hs : forall h, In h (hs c) -> true_at w h /\ defined cl w (left h);
    known_fams : forall f, In f (fams c) -> family_at w f /\ forall n,
      (index_at w (ffirst f) <= n)%Z -> match flast f with Some l => (n <= index_at w l)%Z | None => True end ->
      defined cl (put w (fvar f) n) (left (fsays f)) }.
  Definition holds (w : world) (g : goal) : Prop :=
    match g with
    | Sign p strict => if strict then 0 < value w p else 0 <= value w p
    | OnRay c l => (1 <= zz w 1)%Z -> parts_in_domain c (zz w) l ->
        0 <= parts_value (zz w) (rr w) (ray c (zz w 1)) l
    | Says f strict => defined cl w f -> if strict then 0 < form_at w f else 0 <= form_at w f
    end.
  Definition valid (c : ctx) (g : goal) : Prop := forall w, known c w -> holds w g.
  Definition premise := (goal * ctx * node fact)%type.
  Definition shown (p : premise) : Prop := valid (snd (fst p)) (fst (fst p)).

  Definition with_cs (c : ctx) (more : list constraint) : ctx := Ctx (cs c ++ more) (hs c) (fams c) (tabs c).
  Definition assuming (c : ctx) (more : list comparison) : ctx :=
    Ctx (cs c ++ flat_map constraints_of more) (hs c ++ filter about_rewards more) (fams c) (tabs c).
  Lemma known_with_cs c more w : known c w -> holds_r (env w) more -> known (with_cs c more) w.
  Proof.
    intros [A T0 C H F] M. split; try assumption. intros x I. cbn in I. apply in_app_or in I. destruct I; auto.
  Qed.
  Lemma known_assuming c more w : known c w -> (forall h, In h more -> true_at w h /\ defined cl w (left h)) ->
    known (assuming c more) w.
  Proof.
    intros [A T0 C H F] M. split; try assumption; cbn [assuming cs hs fams].
    - intros x I. apply in_app_or in I. destruct I as [I|I]; [auto|]. apply in_flat_map in I.
      destruct I as [h [Ih I]]. exact (constraints_ok w h (proj1 (M h Ih)) x I).
    - intros h I. apply in_app_or in I. destruct I as [I|I]; [auto|]. apply filter_In in I. now apply M.
  Qed.

  (* names and arms that mean nothing yet *)
  Definition clean_family xs ys (f : family) : bool :=
    clean xs (ffirst f) && match flast f with Some l => clean xs l | None => true end && clean_form xs ys (left (fsays f)).
  Definition clean_ctx xs ys (c : ctx) : bool :=
    forallb (fun k => clean xs (fst k)) (cs c) && forallb (fun h => clean_form xs ys (left h)) (hs c)
    && forallb (clean_family xs ys) (fams c) && clean_tables xs ys (tabs c).
  Definition clean_goal xs ys (g : goal) : bool :=
    match g with
    | Sign p _ => clean xs p
    | OnRay _ l => forallb (clean_part xs) l && negb (existsb (Pos.eqb 1) xs)
    | Says f _ => clean_form xs ys f
    end.
  Definition fresh xs ys c g : bool := clean_ctx xs ys c && clean_goal xs ys g.
  Lemma agree_sym xs ys w w' : agree xs ys w w' -> agree xs ys w' w.
  Proof. intros [A [B C]]. split; [|split]; intros; symmetry; auto. Qed.
  Lemma agree_value xs ys w w' p : agree xs ys w w' -> clean xs p = true -> value w p = value w' p.
  Proof. intros [A [B C]] Cl. now apply (peval_clean xs). Qed.
  Lemma agree_index xs ys w w' p : agree xs ys w w' -> clean xs p = true -> index_at w p = index_at w' p.
  Proof. intros [A [B C]] Cl. now apply (zeval_clean xs). Qed.
  Lemma agree_true xs ys w w' h : agree xs ys w w' -> clean_form xs ys (left h) = true -> true_at w h -> true_at w' h.
  Proof. intros [A [B C]] Cl. exact (proj1 (says_clean xs ys _ _ _ _ _ _ A B C h Cl)). Qed.
  Lemma agree_defined xs ys w w' f : agree xs ys w w' -> clean_form xs ys f = true -> defined cl w f -> defined cl w' f.
  Proof. intros [A _] Cl. now apply (domain_clean xs ys (zz w) (zz w') A). Qed.
  Lemma agree_put_both xs ys w w' x n : agree xs ys w w' -> agree xs ys (put w x n) (put w' x n).
  Proof.
    intros [A [B C]]. split; [|now split]. intros y N. cbn. destruct (Pos.eqb y x); [reflexivity | now apply A].
  Qed.
  Lemma known_agree xs ys c w w' : agree xs ys w w' -> clean_ctx xs ys c = true -> arms_at bounded cl w' ->
    known c w -> known c w'.
  Proof.
    intros Ag Cl Ar [A T0 C H F]. unfold clean_ctx in Cl. rewrite !andb_true_iff, !forallb_forall in Cl.
    destruct Cl as [[[C1 C2] C3] C4]. split; try assumption.
    - now apply (tables_agree xs ys _ w).
    - intros k I. specialize (C k I). unfold holds_c in *. pose proof (agree_value xs ys w w' _ Ag (C1 k I)) as E.
      unfold value in E. rewrite <- E. exact C.
    - intros h I. destruct (H h I). split; [apply (agree_true xs ys w); auto | apply (agree_defined xs ys w); auto].
    - intros f I. destruct (F f I) as [F1 F2]. specialize (C3 f I). unfold clean_family in C3. rewrite !andb_true_iff in C3.
      destruct C3 as [[D1 D2] D3].
      assert (R1 : forall n, (index_at w' (ffirst f) <= n)%Z -> (index_at w (ffirst f) <= n)%Z)
        by (intro n; now rewrite (agree_index xs ys w w' _ Ag D1)).
      assert (R2 : forall n, match flast f with Some l => (n <= index_at w' l)%Z | None => True end ->
        match flast f with Some l => (n <= index_at w l)%Z | None => True end)
        by (intro n; destruct (flast f); [now rewrite (agree_index xs ys w w' _ Ag D2) | trivial]).
      split.
      + intros n N1 N2. apply (agree_true xs ys (put w (fvar f) n)); [now apply agree_put_both | assumption | exact (F1 n (R1 n N1) (R2 n N2))].
      + intros n N1 N2. apply (agree_defined xs ys (put w (fvar f) n)); [now apply agree_put_both | assumption | exact (F2 n (R1 n N1) (R2 n N2))].
  Qed.
  Lemma holds_agree xs ys w w' g : agree xs ys w w' -> clean_goal xs ys g = true -> holds w' g -> holds w g.
  Proof.
    intros Ag Cl. destruct g as [p st|c l|f st]; cbn [holds clean_goal] in *.
    - now rewrite (agree_value xs ys w w' _ Ag Cl).
    - rewrite !andb_true_iff, negb_true_iff in Cl. destruct Cl as [Cl N1]. destruct Ag as [A [B C]].
      assert (E : zz w 1 = zz w' 1).
      { apply A. intro I. apply not_true_iff_false in N1. apply N1, existsb_exists. exists 1%positive. split; [assumption|reflexivity]. }
      rewrite E. intros H Hj D. rewrite (parts_clean xs (zz w) (zz w') (rr w) (rr w') A B _ l Cl). apply H; [assumption|].
      now apply (parts_domain_clean xs (zz w) (zz w') A).
    - intros H D. destruct Ag as [A [B C]]. unfold form_at in *. rewrite (form_clean xs ys (zz w) (zz w') (rr w) (rr w') (aa w) (aa w') A B C f Cl).
      apply H. now apply (domain_clean xs ys (zz w) (zz w') A).
  Qed.

  (* --- the rules --- *)
  Definition minus_one : constraint := (PEc (-1)%Q, false).
  Lemma sign_shown c p strict w : valid c (Sign p strict) -> known c w -> if strict then 0 < value w p else 0 <= value w p.
  Proof. intros V K. exact (V w K). Qed.

  Definition sum_rule (g : goal) (c : ctx) (ts : list term) : bool :=
    match g with
    | Sign p strict => check_sum (cs c) ts (if strict then sharpen p else (p, false))
    | OnRay k l => match on_ray k l (cs c) with Some p => check_sum (cs c) ts (p, false) | None => false end
    | Says _ _ => false
    end.
  Lemma sum_ok g c ts : sum_rule g c ts = true -> valid c g.
  Proof.
    intros H w K. pose proof (known_cs _ _ K) as C. destruct g as [p st|k l|f st]; cbn [sum_rule holds] in *; [| |discriminate].
    - apply (check_sum_ok (env w)) in H; [|assumption]. destruct st.
      + now apply sharpen_ok.
      + exact H.
    - intros Hj D. destruct (on_ray k l (cs c)) as [p|] eqn:O; [|discriminate].
      apply (check_sum_ok (env w)) in H; [|assumption].
      rewrite <- (on_ray_ok k (zz w) (rr w) l (cs c) p (zz w 1)); auto.
  Qed.
  Lemma empty_ok g c ts : check_sum (cs c) ts minus_one = true -> valid c g.
  Proof.
    intros H w K. apply (check_sum_ok (env w)) in H; [|exact (known_cs _ _ K)]. exfalso.
    unfold holds_c, minus_one in H. change (0 <= IZR (-1)) in H. lra.
  Qed.
  Lemma case_ok g c e : valid (with_cs c [(PEopp e, false)]) g -> valid (with_cs c [sharpen e]) g -> valid c g.
  Proof.
    intros L H w K. destruct (Rle_or_lt (value w e) 0).
    - apply L, known_with_cs; [assumption|]. intros x [<-|[]]. unfold holds_c. cbn [fst snd].
      change (0 <= - value w e). lra.
    - apply H, known_with_cs; [assumption|]. intros x [<-|[]]. now apply sharpen_ok.
  Qed.

  (* rays: parameter 1 is the bend *)
  Definition ray_ctx (c : ctx) : ctx := with_cs c [(PEsub J c1, false)].
  Definition rays_fresh (c : ctx) (l : list part) : bool := clean_ctx [1%positive] [] c && forallb (clean_part [1%positive]) l.
  Lemma rays_ok c k l w f : rays_fresh c l = true -> valid c (Sign (on_constant l) false) -> valid (ray_ctx c) (OnRay k l) ->
    known c w -> parts_in_domain k (zz w) l -> in_class k f -> 0 <= parts_value (zz w) (rr w) f l.
  Proof.
    unfold rays_fresh. rewrite andb_true_iff. intros [F1 F2] V1 V2 K D. revert f. apply rays_of.
    - now apply parts_functional.
    - rewrite <- (on_constant_ok k) by assumption. exact (V1 w K).
    - intros j Hj. pose proof (agree_put w 1 j) as Ag. destruct Ag as [A [B C]].
      rewrite (parts_clean [1%positive] (zz w) (zz (put w 1 j)) (rr w) (rr (put w 1 j)) A B _ l F2).
      assert (K' : known (ray_ctx c) (put w 1 j)).
      { apply known_with_cs.
        - apply (known_agree [1%positive] [] c w); auto using agree_put. exact (known_arms _ _ K).
        - intros x [<-|[]]. unfold holds_c. cbn [fst snd]. change (0 <= IZR j - real 1%Q). rewrite real_1. apply IZR_le in Hj. lra. }
      pose proof (V2 _ K') as X. cbn [holds] in X. rewrite put_same in X. apply X; [assumption|].
      now apply (parts_domain_clean [1%positive] (zz w)).
  Qed.

  (* combine: scale * goal = sum of multiplier * hypothesis + a functional >= 0 for each arm + rest *)
  Definition fzero := Form (PEc 0%Q) [].
  Definition use_rule (c : ctx) (i : nat) (m : poly) (sign : node fact) (decisive : bool) : option (form * list premise) :=
    match nth_error (hs c) i with
    | None => None
    | Some h =>
        match decisive, rel h with
        | true, GT => Some (fscale m (left h), [(Sign m true, c, sign)])
        | true, _ => None
        | false, EQ => Some (fscale m (left h), [])
        | false, _ => Some (fscale m (left h), [(Sign m false, c, sign)])
        end
    end.
  Fixpoint uses_rule c (us : list (nat * poly * node fact)) (n : nat) (s : option nat) : option (form * list premise) :=
    match us with
    | [] => Some (fzero, [])
    | (i, m, sign) :: us =>
        match use_rule c i m sign (match s with Some k => Nat.eqb k n | None => false end), uses_rule c us (S n) s with
        | Some (f, l), Some (g, l') => Some (fadd f g, l ++ l')
        | _, _ => None
        end
    end.
  Fixpoint find_arm (i : nat) (l : list (nat * (node fact * node fact))) : option (node fact * node fact) :=
    match l with [] => None | (j, p) :: l => if Nat.eqb i j then Some p else find_arm i l end.
  Fixpoint arms_rule c (l : list (poly * atom)) arms (n : nat) : option (list premise) :=
    match n with
    | O => Some []
    | S i =>
        match arms_rule c l arms i with
        | None => None
        | Some ps =>
            match collect (of_arm i l) with
            | [] => Some ps
            | q => match find_arm i arms with
                   | Some (n1, n2) => if rays_fresh c q
                       then Some ((Sign (on_constant q) false, c, n1) :: (OnRay (cl i) q, ray_ctx c, n2) :: ps) else None
                   | None => None
                   end
            end
        end
    end.
  Definition arm_count (l : list (poly * atom)) := S (list_max (map (fun t => arm_of (snd t)) l)).
  Definition combine_rule (f : form) (strict : bool) (c : ctx) scale positive us arms rest (st : option nat) : option (list premise) :=
    let s := if strict then st else None in
    match uses_rule c us 0 s with
    | None => None
    | Some (u, l) =>
        let total := fadd (fscale scale f) (fscale (PEopp c1) u) in
        match arms_rule c (terms total) arms (arm_count (terms total)) with
        | None => None
        | Some l' =>
            if (match s with Some k => Nat.ltb k (length us) | None => true end) && arms_below (arm_count (terms total)) (terms total)
            then Some ((Sign scale true, c, positive)
                       :: (Sign (constant total) (strict && match s with None => true | _ => false end), c, rest) :: l ++ l')
            else None
        end
    end.
  Definition all_shown (l : list premise) : Prop := forall p, In p l -> shown p.
  Lemma all_shown_app l m : all_shown (l ++ m) -> all_shown l /\ all_shown m.
  Proof. intro H. split; intros p I; apply H, in_or_app; auto. Qed.
  Lemma use_ok c i m sign d f l w : use_rule c i m sign d = Some (f, l) -> all_shown l -> known c w ->
    defined cl w f /\ 0 <= form_at w f /\ (d = true -> 0 < form_at w f).
  Proof.
    unfold use_rule. intros E S K. destruct (nth_error (hs c) i) as [h|] eqn:N; [|discriminate]. apply nth_error_In in N.
    destruct (known_hs _ _ K h N) as [H D]. unfold true_at, says in H. fold (form_at w (left h)) in H.
    assert (V : form_at w (fscale m (left h)) = value w m * form_at w (left h)) by apply fscale_value.
    assert (Df : defined cl w (fscale m (left h))) by now apply fscale_domain.
    destruct d; destruct (rel h); try discriminate; cbn [compare] in H; inversion E; subst f l;
      try (pose proof (sign_shown c m _ w (S _ (or_introl eq_refl)) K) as M; cbn beta iota in M);
      rewrite V; (split; [exact Df|]); split; try discriminate.
    - apply Rmult_le_pos; lra.
    - intros _. now apply Rmult_lt_0_compat.
    - now apply Rmult_le_pos.
    - apply Rmult_le_pos; lra.
    - rewrite H. lra.
  Qed.
  Lemma uses_ok c us s w : known c w -> forall n f l, uses_rule c us n s = Some (f, l) -> all_shown l ->
    defined cl w f /\ 0 <= form_at w f /\ ((exists k, s = Some k /\ (n <= k < n + length us)%nat) -> 0 < form_at w f).
  Proof.
    intro K. induction us as [|[[i m] sign] us IH]; intros n f l E S; cbn [uses_rule] in E.
    - inversion E; subst f l. unfold form_at, form_value. cbn [fzero constant terms terms_value].
      change (peval (environment (zz w) (rr w)) (PEc 0%Q)) with 0. split; [intros c0 a0 []|]. split; [lra|].
      intros [k [_ L]]. cbn in L. lia.
    - destruct (use_rule c i m sign _) as [[g l1]|] eqn:U; [|discriminate].
      destruct (uses_rule c us (Datatypes.S n) s) as [[h l2]|] eqn:Us; [|discriminate].
      inversion E; subst f l. apply all_shown_app in S. destruct S as [S1 S2].
      destruct (use_ok _ _ _ _ _ _ _ w U S1 K) as [D1 [N1 P1]]. destruct (IH _ _ _ Us S2) as [D2 [N2 P2]].
      assert (V : form_at w (fadd g h) = form_at w g + form_at w h) by apply fadd_value.
      rewrite V. split; [now apply fadd_domain|]. split; [lra|].
      intros [k [-> L]]. cbn [length] in L. destruct (Nat.eqb_spec k n).
      + specialize (P1 eq_refl). lra.
      + assert (0 < form_at w h) by (apply P2; exists k; split; [reflexivity | lia]). lra.
  Qed.
  Lemma arms_ok c l arms w : known c w -> in_domain cl (zz w) l -> forall n ps, arms_rule c l arms n = Some ps -> all_shown ps ->
    0 <= sum_arms (zz w) (rr w) (aa w) l n.
  Proof.
    intros K D. induction n as [|n IH]; intros ps E S; cbn [arms_rule sum_arms] in *; [lra|].
    destruct (arms_rule c l arms n) as [ps'|] eqn:A; [|discriminate].
    destruct (collect_ok (cl n) (zz w) (rr w) (aa w n) (of_arm n l) (of_arm_domain _ (zz w) n l D)) as [D' <-].
    destruct (collect (of_arm n l)) as [|q qs] eqn:Q.
    - inversion E; subst ps'. specialize (IH _ eq_refl S). cbn [parts_value]. lra.
    - destruct (find_arm n arms) as [[n1 n2]|]; [|discriminate]. destruct (rays_fresh c (q :: qs)) eqn:F; [|discriminate].
      inversion E; subst ps. assert (S' : all_shown ps') by (intros p I; apply S; right; now right).
      specialize (IH _ eq_refl S').
      pose proof (rays_ok c (cl n) (q :: qs) w (aa w n) F (S _ (or_introl eq_refl)) (S _ (or_intror (or_introl eq_refl))) K D'
        (proj1 (known_arms _ _ K n))). lra.
  Qed.
  Lemma combine_ok f strict c scale positive us arms rest st l :
    combine_rule f strict c scale positive us arms rest st = Some l -> all_shown l -> valid c (Says f strict).
  Proof.
    unfold combine_rule. set (s := if strict then st else None). intros E S w K. cbn [holds]. intro D.
    destruct (uses_rule c us 0 s) as [[u l1]|] eqn:U; [|discriminate].
    set (total := fadd (fscale scale f) (fscale (PEopp c1) u)) in *.
    destruct (arms_rule c (terms total) arms (arm_count (terms total))) as [l2|] eqn:A; [|discriminate].
    match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end.
    rewrite andb_true_iff in B. destruct B as [B1 B2]. inversion E; subst l. clear E.
    pose proof (sign_shown _ _ _ w (S _ (or_introl eq_refl)) K) as Ps. cbn beta iota in Ps.
    pose proof (sign_shown _ _ _ w (S _ (or_intror (or_introl eq_refl))) K) as Rest.
    assert (S' : all_shown (l1 ++ l2)) by (intros p I; apply S; right; now right).
    apply all_shown_app in S'. destruct S' as [S1 S2].
    destruct (uses_ok c us s w K _ _ _ U S1) as [Du [Nu Pu]].
    assert (Dt : in_domain cl (zz w) (terms total)) by (apply fadd_domain; apply fscale_domain; assumption).
    pose proof (arms_ok c _ arms w K Dt _ _ A S2) as Sa. rewrite <- (sum_arms_ok _ _ _ _ _ _ Dt B2) in Sa.
    assert (V : form_at w total = value w scale * form_at w f - form_at w u).
    { unfold total, form_at. rewrite fadd_value, !fscale_value. fold (value w scale). fold (form_at w f). fold (form_at w u).
      change (peval (environment (zz w) (rr w)) (PEopp c1)) with (- real 1%Q). rewrite real_1. unfold value, env. ring. }
    unfold form_at at 1, form_value in V. fold (value w (constant total)) in V.
    change (peval (environment (zz w) (rr w)) (constant total)) with (value w (constant total)) in V.
    change (if strict && match s with None => true | _ => false end then 0 < value w (constant total) else 0 <= value w (constant total)) in Rest.
    assert (Goal_ : if strict then 0 < value w scale * form_at w f else 0 <= value w scale * form_at w f).
    { clearbody total. subst s. destruct strict; cbn [andb] in Rest.
      - destruct st as [k|].
        + apply Nat.ltb_lt in B1. assert (0 < form_at w u) by (apply Pu; exists k; split; [reflexivity | lia]). lra.
        + lra.
      - lra. }
    destruct strict; [apply Rmult_lt_reg_l with (value w scale) | apply Rmult_le_reg_l with (value w scale)]; assumption || lra.
  Qed.

  (* --- what `have` brings in: what must be shown for it, and what is known then --- *)
  Definition obligation := (goal * ctx)%type.
  Definition met (l : list obligation) : Prop := forall o, In o l -> valid (snd o) (fst o).
  Definition brings := option (list obligation * ctx).
  Definition sound (b : brings) (g : goal) (c : ctx) : Prop := forall obs c', b = Some (obs, c') -> met obs -> valid c' g -> valid c g.
  Variable row : fact -> goal -> ctx -> brings.
  Hypothesis row_ok : forall f g c, sound (row f g c) g c.

  (* bound: f(n) <= 1 *)
  Definition bound_rule (f : nat) (e : poly) (c : ctx) : brings :=
    if bounded && is_index e
    then Some ([(Sign (PEsub e (PEc (inject_Z (first (cl f))))) false, c)],
               assuming c [Cmp GE (Form c1 [(PEopp c1, Val f e)])])
    else None.
  Lemma bound_ok f e g c : sound (bound_rule f e c) g c.
  Proof.
    intros obs c' E M V w K. unfold bound_rule in E. destruct (bounded && is_index e) eqn:B; [|discriminate].
    inversion E; subst obs c'. apply andb_true_iff in B. destruct B as [B I].
    pose proof (sign_shown _ _ _ w (M _ (or_introl eq_refl)) K) as N. cbn beta iota in N.
    change (0 <= value w e - real (inject_Z (first (cl f)))) in N. unfold value, env in N. rewrite (zeval_ok _ _ e I), real_inject in N.
    assert (N' : (first (cl f) <= zeval (zz w) e)%Z) by (apply le_IZR; lra).
    apply V, known_assuming; [assumption|]. intros h [<-|[]]. split.
    - unfold true_at, says, form_value. cbn [rel left constant terms compare terms_value atom_value].
      change (peval (environment (zz w) (rr w)) c1) with (real 1%Q).
      change (peval (environment (zz w) (rr w)) (PEopp c1)) with (- real 1%Q).
      rewrite real_1. pose proof (proj2 (known_arms _ _ K f) B _ N'). lra.
    - intros c0 a [X|[]]. inversion X; subst. split; [exact I|]. intros c' k e' [Y|[]]. inversion Y; subst. now split.
  Qed.

  (* quotient: a name for floor(n/d) *)
  Definition quotient_rule (x : positive) (n d : poly) (g : goal) (c : ctx) : brings :=
    if floor_form (x, n, d) && clean [x] n && clean [x] d && fresh [x] [] c g
    then Some ([(Sign (PEsub d c1) false, c)], with_cs c (floor_constraints (x, n, d))) else None.
  Lemma quotient_ok x n d g c : sound (quotient_rule x n d g c) g c.
  Proof.
    intros obs c' E M V w K. unfold quotient_rule in E.
    match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end.
    inversion E; subst obs c'. unfold fresh in B. rewrite !andb_true_iff in B. destruct B as [[[F Cn] Cd] [Fc Fg]].
    pose proof (sign_shown _ _ _ w (M _ (or_introl eq_refl)) K) as N. cbn beta iota in N.
    assert (D : (1 <= index_at w d)%Z).
    { unfold floor_form in F. cbn [fst snd] in F. apply andb_true_iff in F. destruct F as [_ I].
      change (0 <= value w d - real 1%Q) in N. unfold value, env in N. rewrite (zeval_ok _ _ d I), real_1 in N.
      apply le_IZR. unfold index_at. lra. }
    set (q := (index_at w n / index_at w d)%Z). pose proof (agree_put w x q) as Ag.
    apply (holds_agree [x] [] w (put w x q)); [assumption|assumption|]. apply V, known_with_cs.
    - apply (known_agree [x] [] c w); try assumption. exact (known_arms _ _ K).
    - apply floor_ok; [assumption| |].
      + cbn [snd]. now rewrite <- (agree_index _ _ _ _ d Ag).
      + unfold floor_at. cbn [fst snd]. rewrite put_same. now rewrite <- (agree_index _ _ _ _ n Ag), <- (agree_index _ _ _ _ d Ag).
  Qed.

  (* member: a family at one integer *)
  Definition put_poly (x : positive) (v : poly) : positive -> poly := fun y => if Pos.eqb y (xO x) then v else PEX y.
  Definition member_rule (i : nat) (v : poly) (c : ctx) : brings :=
    match nth_error (fams c) i with
    | Some f => if is_index v && is_index (ffirst f) && match flast f with Some l => is_index l | None => true end
        then Some (map (fun p => (Sign p false, c)) (in_range f v v),
                   assuming c [Cmp (rel (fsays f)) (fsubst (put_poly (fvar f) v) (fun i => i) (left (fsays f)))])
        else None
    | None => None
    end.
  Lemma put_poly_world w x v : is_index v = true ->
    (forall y, z_at (zz w) (put_poly x v) y = zz (put w x (index_at w v)) y) /\
    (forall y, r_at (zz w) (rr w) (put_poly x v) (xI y) = rr w (xI y)) /\ (forall y, is_index (put_poly x v (xO y)) = true).
  Proof.
    intro I. split; [|split]; intro y; unfold z_at, r_at, put_poly, put; cbn [zz Pos.eqb].
    - destruct (Pos.eqb_spec y x) as [->|]; reflexivity.
    - reflexivity.
    - destruct (Pos.eqb y x); [assumption|reflexivity].
  Qed.
  Lemma member_ok i v g c : sound (member_rule i v c) g c.
  Proof.
    intros obs c' E M V w K. unfold member_rule in E. destruct (nth_error (fams c) i) as [f|] eqn:N; [|discriminate].
    match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end.
    inversion E; subst obs c'. clear E. apply nth_error_In in N. rewrite !andb_true_iff in B. destruct B as [[I I1] I2].
    destruct (known_fams _ _ K f N) as [H D]. set (n := index_at w v).
    assert (L1 : (index_at w (ffirst f) <= n)%Z).
    { pose proof (sign_shown _ _ _ w (M _ (or_introl eq_refl)) K) as X. cbn beta iota in X.
      change (0 <= value w v - value w (ffirst f)) in X. unfold value, env in X. rewrite !zeval_ok in X by assumption.
      apply le_IZR. unfold n, index_at. lra. }
    assert (L2 : match flast f with Some l => (n <= index_at w l)%Z | None => True end).
    { unfold in_range in M. destruct (flast f) as [l|]; [|exact Logic.I].
      pose proof (sign_shown _ _ _ w (M _ (or_intror (or_introl eq_refl))) K) as X. cbn beta iota in X.
      change (0 <= value w l - value w v) in X. unfold value, env in X. rewrite !zeval_ok in X by assumption.
      apply le_IZR. unfold n, index_at. lra. }
    specialize (H n L1 L2). specialize (D n L1 L2). destruct (put_poly_world w (fvar f) v I) as [Pz [Pr Pi]]. fold n in Pz.
    set (s := put_poly (fvar f) v) in *. set (h := left (fsays f)) in *.
    assert (D' : in_domain cl (z_at (zz w) s) (terms h)).
    { intros co a Ia. destruct (D co a Ia) as [D1 D2]. split; [assumption|]. intros c' k e Ie. destruct (D2 c' k e Ie). split; [assumption|].
      rewrite (zeval_ext (z_at (zz w) s) (zz (put w (fvar f) n))); [assumption|]. intros; apply Pz. }
    assert (Sv : form_value (z_at (zz w) s) (r_at (zz w) (rr w) s) (aa w) h = form_at (put w (fvar f) n) h).
    { unfold form_at, form_value. assert (Pe : forall p, peval (environment (z_at (zz w) s) (r_at (zz w) (rr w) s)) p = peval (env (put w (fvar f) n)) p).
      { intro p. apply peval_ext. intros x _. unfold env, environment. destruct x as [x|x|]; [apply Pr | now rewrite Pz | reflexivity]. }
      rewrite Pe. f_equal. clear D D'. induction (terms h) as [|[co a] l IH]; [reflexivity|]. cbn [terms_value]. rewrite Pe, IH. f_equal. f_equal.
      assert (Ze : forall p, zeval (z_at (zz w) s) p = zeval (zz (put w (fvar f) n)) p) by (intro; apply zeval_ext; intros; apply Pz).
      destruct a; cbn [atom_value]; rewrite ?Ze; reflexivity. }
    apply V, known_assuming; [assumption|]. intros x [<-|[]]. cbn [left]. split.
    - unfold true_at, says. cbn [rel left]. rewrite <- (fsubst_value (zz w) (rr w) s Pi (aa w) (fun i => i) cl h D').
      unfold A_at. change (compare (rel (fsays f)) (form_value (z_at (zz w) s) (r_at (zz w) (rr w) s) (fun i => aa w i) h)).
      change (fun i => aa w i) with (aa w). rewrite Sv. exact H.
    - apply (fsubst_domain (zz w) s Pi (fun i => i) cl cl); [intros; lia|exact D'].
  Qed.

  (* lemma: one comparison of an earlier lemma, at other parameters and arms *)
  Definition lemma_constraints (lm : claim) : list constraint :=
    flat_map constraints_of (givens lm) ++ flat_map floor_constraints (floors lm).
  Definition integer_values (sigma : list (positive * poly)) :=
    forallb (fun s => match fst s with xO _ => is_index (snd s) | _ => true end) sigma.
  Definition lemma_plain (lm : claim) : bool :=
    forallb (fun h => negb (about_rewards h)) (givens lm) && forallb floor_form (floors lm)
    && match families lm with [] => true | _ => false end.
  Definition lemma_arms (lm : claim) (m : nat -> nat) : bool :=
    forallb (fun i => includes (class_in (classes lm) i) (cl (m i))) (seq 0 (length (classes lm)))
    && forallb (fun h => arms_below (length (classes lm)) (terms (left h))) (conclusion lm).
  Definition lemma_rule (l k : nat) sigma (arms : list nat) (c : ctx) : brings :=
    let s := lookup (PEc 0%Q) sigma in
    let m := fun i => nth i arms O in
    match nth_error lemmas l with
    | Some lm =>
        match nth_error (conclusion lm) k with
        | Some h => if lemma_plain lm && lemma_arms lm m && integer_values sigma
            then Some (map (fun k => (Sign (psubst s (fst k)) (snd k), c)) (lemma_constraints lm),
                       assuming c [Cmp (rel h) (fsubst s m (left h))])
            else None
        | None => None
        end
    | None => None
    end.
  Hypothesis lemmas_true : forall l, In l lemmas -> true_claim bounded l.
  Lemma lookup_index sigma : integer_values sigma = true -> forall x, is_index (lookup (PEc 0%Q) sigma (xO x)) = true.
  Proof.
    intros H x. induction sigma as [|[y v] sg IH]; [reflexivity|]. cbn [lookup].
    cbn [integer_values forallb] in H. apply andb_true_iff in H. destruct H as [I1 I2].
    destruct (Pos.eqb_spec (xO x) y) as [<-|]; [exact I1 | now apply IH].
  Qed.
  Lemma first_includes a b : includes a b = true -> (first b <= first a)%Z.
  Proof. destruct a, b; cbn; intro X; try discriminate; lia. Qed.
  (* the world in which the lemma is used: arms that it does not name are the zero arm *)
  Definition cited_arms (lm : claim) (m : nat -> nat) (w : world) : nat -> arm :=
    fun i => if Nat.ltb i (length (classes lm)) then aa w (m i) else zero_arm.
  Lemma cited_arms_ok lm m w : lemma_arms lm m = true -> arms_at bounded cl w ->
    forall z r, arms_at bounded (class_in (classes lm)) (World z r (cited_arms lm m w)).
  Proof.
    unfold lemma_arms. rewrite andb_true_iff, forallb_forall. intros [Inc _] A z r i. cbn [aa]. unfold cited_arms.
    destruct (Nat.ltb_spec i (length (classes lm))) as [L|L].
    - assert (X := Inc i ltac:(apply in_seq; lia)). destruct (A (m i)) as [A1 A2]. split.
      + now apply (includes_ok _ (cl (m i))).
      + intros B n Hn. apply (A2 B). pose proof (first_includes _ _ X). lia.
    - split; [apply zero_in_class | intros _; apply zero_at_most_1].
  Qed.
  Lemma cited_value lm m w z r h : lemma_arms lm m = true -> In h (conclusion lm) ->
    form_value z r (cited_arms lm m w) (left h) = form_value z r (A_at (aa w) m) (left h).
  Proof.
    unfold lemma_arms. rewrite andb_true_iff. intros [_ Cov] I. rewrite forallb_forall in Cov. specialize (Cov h I).
    unfold arms_below in Cov. rewrite forallb_forall in Cov.
    unfold form_value. f_equal. induction (terms (left h)) as [|[c0 a0] t0 IHt]; [reflexivity|]. cbn [terms_value].
    rewrite IHt by (intros x X; apply Cov; now right). f_equal. f_equal.
    specialize (Cov _ (or_introl eq_refl)). cbn [snd] in Cov. unfold cited_arms, A_at.
    destruct a0; cbn [arm_of] in Cov; cbn [atom_value]; rewrite Cov; reflexivity.
  Qed.
  Lemma lemma_ok l k sigma arms g c : sound (lemma_rule l k sigma arms c) g c.
  Proof.
    intros obs c' E M V w K. unfold lemma_rule in E. set (s := lookup (PEc 0%Q) sigma) in *. set (m := fun i => nth i arms O) in *.
    cbv zeta in E.
    destruct (nth_error lemmas l) as [lm|] eqn:NL; [|discriminate]. destruct (nth_error (conclusion lm) k) as [h|] eqn:NC; [|discriminate].
    match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end.
    inversion E; subst obs c'. clear E. apply nth_error_In in NL, NC. rewrite !andb_true_iff in B. destruct B as [[Pl Ar] Ints].
    assert (I : forall x, is_index (s (xO x)) = true) by now apply lookup_index.
    set (z' := z_at (zz w) s). set (r' := r_at (zz w) (rr w) s). set (w' := World z' r' (cited_arms lm m w)).
    assert (Cs : holds_r (env w') (lemma_constraints lm)).
    { intros x Ix. assert (X := M (Sign (psubst s (fst x)) (snd x), c)).
      cbn [fst snd] in X. specialize (X ltac:(apply in_map_iff; exists x; now split)).
      pose proof (sign_shown _ _ _ w X K) as Y. unfold holds_c, env, w'. cbn [zz rr]. unfold z', r'.
      rewrite (psubst_value (zz w) (rr w) s I). destruct (snd x); exact Y. }
    unfold lemma_plain in Pl. rewrite !andb_true_iff, !forallb_forall in Pl. destruct Pl as [[P1 P2] P3].
    destruct (lemmas_true lm NL w') with (g := h) as [Th Dh].
    - now apply cited_arms_ok, K.
    - intros f If. apply floor_back; [now apply P2|]. intros x Ix. apply Cs, in_or_app. right. apply in_flat_map. now exists f.
    - intros g0 Ig. apply constraints_back.
      + specialize (P1 g0 Ig). unfold about_rewards in P1. destruct (terms (left g0)); [reflexivity|discriminate].
      + intros x Ix. apply Cs, in_or_app. left. apply in_flat_map. now exists g0.
    - destruct (families lm); [intros ? []|discriminate].
    - assumption.
    - apply V, known_assuming; [assumption|]. intros x [<-|[]]. cbn [left]. unfold true_at, says in *. cbn [rel] in *.
      unfold w', form_at in Th. cbn [zz rr aa] in Th. rewrite (cited_value lm m w) in Th by assumption. split.
      + unfold z', r' in Th. cbn [left]. rewrite <- (fsubst_value (zz w) (rr w) s I (aa w) m (class_in (classes lm))); assumption.
      + apply (fsubst_domain (zz w) s I m (class_in (classes lm)) cl); [|exact Dh].
        intros t It. unfold lemma_arms in Ar. rewrite andb_true_iff, !forallb_forall in Ar. destruct Ar as [Inc Cov].
        specialize (Cov h NC). unfold arms_below in Cov. rewrite forallb_forall in Cov. specialize (Cov t It). apply Nat.ltb_lt in Cov.
        apply first_includes, Inc, in_seq. lia.
  Qed.

  (* --- the checker --- *)
  Definition bring (s : source fact) (g : goal) (c : ctx) : brings :=
    match s with
    | Bound f e => bound_rule f e c
    | Lemma_ l k sigma arms => lemma_rule l k sigma arms c
    | Member i v => member_rule i v c
    | Quotient x n d => quotient_rule x n d g c
    | Fact f => row f g c
    end.
  Lemma bring_ok s g c : sound (bring s g c) g c.
  Proof.
    destruct s; cbn [bring]; [apply bound_ok | apply lemma_ok | apply member_ok | apply quotient_ok | apply row_ok].
  Qed.
  Definition step (p : premise) : option (list premise) :=
    let '(g, c, n) := p in
    match n with
    | Sum ts => if sum_rule g c ts then Some [] else None
    | Empty ts => if check_sum (cs c) ts minus_one then Some [] else None
    | Case e low high => Some [(g, with_cs c [(PEopp e, false)], low); (g, with_cs c [sharpen e], high)]
    | Have s proofs then_ =>
        match bring s g c with
        | Some (obs, c') => match zip pair obs proofs with Some l => Some ((g, c', then_) :: l) | None => None end
        | None => None
        end
    | Combine scale positive us arms rest st =>
        match g with Says f strict => combine_rule f strict c scale positive us arms rest st | _ => None end
    end.
  Theorem step_ok p l : step p = Some l -> all_shown l -> shown p.
  Proof.
    destruct p as [[g c] n]. unfold shown. cbn [fst snd]. destruct n as [ts|ts|e low high|s proofs then_|scale positive us arms rest st];
      cbn [step]; intros E S.
    - destruct (sum_rule g c ts) eqn:X; [|discriminate]. now apply (sum_ok g c ts).
    - destruct (check_sum (cs c) ts minus_one) eqn:X; [|discriminate]. now apply (empty_ok g c ts).
    - inversion E; subst l. apply (case_ok g c e); [exact (S _ (or_introl eq_refl)) | exact (S _ (or_intror (or_introl eq_refl)))].
    - destruct (bring s g c) as [[obs c']|] eqn:B; [|discriminate]. destruct (zip pair obs proofs) as [l'|] eqn:Z0; [|discriminate].
      inversion E; subst l. apply (bring_ok s g c obs c' B).
      + intros o I. destruct (zip_ok _ _ _ _ Z0 o I) as [y J]. exact (S _ (or_intror J)).
      + exact (S _ (or_introl eq_refl)).
    - destruct g as [|k q|f strict]; try discriminate. eapply combine_ok; eassumption.
  Qed.
  Fixpoint check (fuel : nat) (p : premise) : bool :=
    match fuel with
    | O => false
    | S fuel => match step p with Some l => forallb (check fuel) l | None => false end
    end.
  Theorem check_ok fuel : forall p, check fuel p = true -> shown p.
  Proof.
    induction fuel as [|fuel IH]; intros p; cbn [check]; [discriminate|].
    destruct (step p) as [l|] eqn:E; [|discriminate]. intro H. apply (step_ok p l E). intros q I.
    rewrite forallb_forall in H. now apply IH, H.
  Qed.
End Judge.
