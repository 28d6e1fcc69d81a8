(* Statements about arms as they are read, certificates for them, and what acceptance means.
     meaning           the statement: for all integers, reals and arms ... the conclusion
     accept_sound      a statement whose certificate is accepted is true
     accept_possible   its givens can hold
     refutes_sound     a statement with an accepted counterexample is false *)
Require Export Points.
Require Import Lra Lia QArith Qreals Bool FunctionalExtensionality.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

(* --- how comparisons read: no zero and no one is written that need not be --- *)
Definition written_term (v : poly -> R) (f : atom -> R) (t : poly * atom) : R :=
  match fst t with PEc (Qmake 1 1) => f (snd t) | c => v c * f (snd t) end.
Definition written_form (v : poly -> R) (f : atom -> R) (g : form) : R :=
  match terms g with
  | [] => v (constant g)
  | t :: l => fold_left (fun s t => s + written_term v f t) l
      match constant g with PEc (Qmake 0 1) => written_term v f t | c => v c + written_term v f t end
  end.
Definition written (w : world) : form -> R := written_form (value w) (atom_value (zz w) (aa w)).
Definition reads (w : world) (c : comparison) : Prop := compare (rel c) (written w (left c)).
Lemma written_term_ok w f c a : written_term (value w) f (c, a) = value w c * f a.
Proof.
  unfold written_term. cbn [fst snd]. destruct c as [[n d]| | | | | |]; try reflexivity.
  destruct n as [|p|p], d as [d|d|]; try reflexivity; destruct p; try reflexivity. change (value w (PEc (Qmake 1 1))) with 1. ring.
Qed.
Definition form_with (w : world) (f : atom -> R) (g : form) : R :=
  value w (constant g) + fold_right (fun t s => value w (fst t) * f (snd t) + s) 0 (terms g).
Lemma written_form_ok w f g : written_form (value w) f g = form_with w f g.
Proof.
  assert (G : forall l s, fold_left (fun s t => s + written_term (value w) f t) l s = s + fold_right (fun t s => value w (fst t) * f (snd t) + s) 0 l).
  { induction l as [|[c a] l IH]; intro s; cbn [fold_left fold_right fst snd]; [ring|]. rewrite IH, written_term_ok. ring. }
  unfold written_form, form_with. destruct (terms g) as [|[c a] l]; cbn [fold_right fst snd]; [ring|].
  rewrite G. assert (E : match constant g with PEc (Qmake 0 1) => written_term (value w) f (c, a) | k => value w k + written_term (value w) f (c, a) end
    = value w (constant g) + written_term (value w) f (c, a)).
  { destruct (constant g) as [[n d]| | | | | |]; try reflexivity. destruct n, d; try reflexivity. change (value w (PEc (Qmake 0 1))) with 0. ring. }
  rewrite E, written_term_ok. ring.
Qed.
Lemma form_with_ext w f g h : (forall t, In t (terms h) -> f (snd t) = g (snd t)) -> form_with w f h = form_with w g h.
Proof.
  intro E. unfold form_with. f_equal. induction (terms h) as [|t l IH]; [reflexivity|]. cbn [fold_right].
  rewrite IH, E; [reflexivity | now left | intros x I; apply E; now right].
Qed.
Lemma form_with_ok w g : form_with w (atom_value (zz w) (aa w)) g = form_at w g.
Proof.
  unfold form_with, form_at, form_value. f_equal. induction (terms g) as [|[c a] l IH]; [reflexivity|]. cbn [fold_right terms_value fst snd].
  now rewrite IH.
Qed.
Lemma written_ok w f : written w f = form_at w f.
Proof. unfold written. now rewrite written_form_ok, form_with_ok. Qed.
Lemma reads_ok w c : reads w c <-> true_at w c.
Proof. unfold reads, true_at, says. rewrite written_ok. reflexivity. Qed.

(* --- formulas --- *)
Inductive formula := Is (c : comparison) | AllOf (l : list formula) | AnyOf (l : list formula).
Fixpoint each (l : list Prop) : Prop := match l with [] => True | [p] => p | p :: l => p /\ each l end.
Fixpoint some (l : list Prop) : Prop := match l with [] => False | [p] => p | p :: l => p \/ some l end.
Fixpoint formula_by (read : comparison -> Prop) (f : formula) : Prop :=
  match f with Is c => read c | AllOf l => each (map (formula_by read) l) | AnyOf l => some (map (formula_by read) l) end.
Definition formula_at (w : world) : formula -> Prop := formula_by (reads w).
Lemma each_ok l : each l <-> forall p, In p l -> p.
Proof.
  induction l as [|p l IH]; [split; [intros _ p [] | intros _; exact I]|]. destruct l as [|q l].
  - cbn. split; [intros H x [<-|[]]; exact H | intro H; apply H; now left].
  - change (p /\ each (q :: l) <-> (forall x, In x (p :: q :: l) -> x)). rewrite IH. split.
    + intros [A B] x [<-|I]; [exact A | exact (B x I)].
    + intro H. split; [apply H; now left | intros x I; apply H; now right].
Qed.
Lemma some_ok l : some l <-> exists p, In p l /\ p.
Proof.
  induction l as [|p l IH]; [split; [intros [] | intros [p [[] _]]]|]. destruct l as [|q l].
  - cbn. split; [intro H; exists p; auto | intros [x [[<-|[]] H]]; exact H].
  - change (p \/ some (q :: l) <-> exists x, In x (p :: q :: l) /\ x). rewrite IH. split.
    + intros [A|[x [I H]]]; [exists p; split; [now left|exact A] | exists x; split; [now right|exact H]].
    + intros [x [[<-|I] H]]; [now left | right; now exists x].
Qed.
Section FormulaInd.
  Variable Q : formula -> Prop.
  Hypothesis of_is : forall c, Q (Is c).
  Hypothesis of_all : forall l, Forall Q l -> Q (AllOf l).
  Hypothesis of_any : forall l, Forall Q l -> Q (AnyOf l).
  Fixpoint formula_all (f : formula) : Q f :=
    let go := fix go (l : list formula) : Forall Q l :=
      match l with [] => Forall_nil Q | g :: m => Forall_cons g (formula_all g) (go m) end in
    match f with Is c => of_is c | AllOf l => of_all l (go l) | AnyOf l => of_any l (go l) end.
End FormulaInd.

(* a formula is an all-of of clauses, each an any-of of comparisons >= and > *)
Definition negated (f : form) : form := fscale (PEopp c1) f.
Definition halves (c : comparison) : list comparison :=
  match rel c with EQ => [Cmp GE (left c); Cmp GE (negated (left c))] | _ => [c] end.
Definition nothing : comparison := Cmp GE (Form (PEc 0%Q) []).
Fixpoint clauses (f : formula) : list (list comparison) :=
  match f with
  | Is c => map (fun h => [h]) (halves c)
  | AllOf l => match flat_map clauses l with [] => [[nothing]] | k => k end
  | AnyOf l => fold_right (fun g rest => flat_map (fun c => map (app c) rest) (clauses g)) [[]] l
  end.
Definition clause_at (w : world) (k : list comparison) : Prop := exists c, In c k /\ true_at w c.
Lemma negated_value w f : form_at w (negated f) = - form_at w f.
Proof.
  unfold negated, form_at. rewrite fscale_value. change (peval (environment (zz w) (rr w)) (PEopp c1)) with (- real 1%Q). rewrite real_1. ring.
Qed.
Lemma halves_ok w c : (forall h, In h (halves c) -> true_at w h) -> true_at w c.
Proof.
  intro H. unfold halves in H. destruct (rel c) eqn:E; try (apply H; now left).
  pose proof (H _ (or_introl eq_refl)) as H1. pose proof (H _ (or_intror (or_introl eq_refl))) as H2.
  unfold true_at, says in *. cbn [rel left compare] in *. rewrite E. cbn [compare].
  change (0 <= form_at w (left c)) in H1. change (0 <= form_at w (negated (left c))) in H2. rewrite negated_value in H2.
  change (form_at w (left c) = 0). lra.
Qed.
Lemma true_dec w c : {true_at w c} + {~ true_at w c}.
Proof. unfold true_at, says. destruct (rel c); cbn [compare]; [apply Rle_dec | apply Rlt_dec | apply Req_EM_T]. Qed.
Lemma clause_dec w k : {clause_at w k} + {~ clause_at w k}.
Proof.
  destruct (Exists_dec (true_at w) k (true_dec w)) as [H|H]; rewrite Exists_exists in H; [left|right]; exact H.
Qed.
Lemma clauses_dec w l : {forall k, In k l -> clause_at w k} + {~ forall k, In k l -> clause_at w k}.
Proof.
  destruct (Forall_dec (clause_at w) (clause_dec w) l) as [H|H]; rewrite Forall_forall in H; [left|right]; exact H.
Qed.
Lemma product_ok w (l : list formula) : (forall f, In f l -> (forall k, In k (clauses f) -> clause_at w k) -> formula_at w f) ->
  (forall k, In k (clauses (AnyOf l)) -> clause_at w k) -> exists f, In f l /\ formula_at w f.
Proof.
  induction l as [|f l IH]; intros Each H; cbn [clauses fold_right] in H.
  - destruct (H [] (or_introl eq_refl)) as [c [[] _]].
  - destruct (clauses_dec w (clauses f)) as [A|A].
    + exists f. split; [now left | apply Each; [now left | assumption]].
    + destruct IH as [g [Ig Hg]].
      * intros g Ig. apply Each. now right.
      * intros k Ik. destruct (clause_dec w k) as [Y|N]; [exact Y|]. exfalso. apply A. intros k1 Ik1.
        destruct (H (k1 ++ k)) as [c [Ic Tc]].
        { apply in_flat_map. exists k1. split; [assumption|]. now apply in_map. }
        apply in_app_or in Ic. destruct Ic as [Ic|Ic]; [now exists c|]. exfalso. apply N. now exists c.
      * exists g. split; [now right | assumption].
Qed.
Lemma clauses_ok w f : (forall k, In k (clauses f) -> clause_at w k) -> formula_at w f.
Proof.
  revert f. apply (formula_all (fun f => (forall k, In k (clauses f) -> clause_at w k) -> formula_at w f)).
  - intros c H. cbn [clauses] in *. unfold formula_at. cbn [formula_by]. apply reads_ok, halves_ok. intros h I.
    destruct (H [h]) as [x [[<-|[]] T0]]; [exact (in_map (fun h => [h]) _ _ I) | exact T0].
  - intros l IH H. rewrite Forall_forall in IH. unfold formula_at. cbn [formula_by]. apply each_ok. intros p I. apply in_map_iff in I. destruct I as [f [<- If]]. apply IH; [assumption|].
    intros k Ik. apply H. cbn [clauses]. assert (J : In k (flat_map clauses l)) by (apply in_flat_map; now exists f).
    destruct (flat_map clauses l); [destruct J | exact J].
  - intros l IH H. rewrite Forall_forall in IH. unfold formula_at. cbn [formula_by]. apply some_ok. destruct (product_ok w l IH H) as [f [If Hf]].
    exists (formula_at w f). split; [now apply in_map | assumption].
Qed.

(* --- statements --- *)
Record statement := Statement { n_ints : nat; n_reals : nat; given : claim; concluded : list formula }.
Fixpoint for_ints (n : nat) (K : list Z -> Prop) : Prop := match n with O => K [] | S n => forall z : Z, for_ints n (fun l => K (z :: l)) end.
Fixpoint for_reals (n : nat) (K : list R -> Prop) : Prop := match n with O => K [] | S n => forall r : R, for_reals n (fun l => K (r :: l)) end.
Fixpoint for_arms (bounded : bool) (cs : list aclass) (K : list arm -> Prop) : Prop :=
  match cs with
  | [] => K []
  | c :: cs => forall f : arm, in_class c f ->
      if bounded then at_most_1 c f -> for_arms bounded cs (fun l => K (f :: l)) else for_arms bounded cs (fun l => K (f :: l))
  end.
Fixpoint if_all (l : list Prop) (K : Prop) : Prop := match l with [] => K | p :: l => p -> if_all l K end.
Definition reads_family (w : world) (f : family) : Prop := forall n : Z, (index_at w (ffirst f) <= n)%Z ->
  match flast f with Some l => (n <= index_at w l)%Z -> reads (put w (fvar f) n) (fsays f) | None => reads (put w (fvar f) n) (fsays f) end.
Definition world_of (zs : list Z) (rs : list R) (fs : list arm) : world :=
  World (nth_int zs) (nth_real 0 rs) (fun i => nth i fs zero_arm).
Definition premises (s : statement) (w : world) : list Prop :=
  map (floor_at w) (floors (given s)) ++ map (reads w) (givens (given s)) ++ map (reads_family w) (families (given s)).
Definition meaning (bounded : bool) (s : statement) : Prop :=
  for_ints (n_ints s) (fun zs => for_reals (n_reals s) (fun rs => for_arms bounded (classes (given s)) (fun fs =>
    let w := world_of zs rs fs in if_all (premises s w) (each (map (formula_at w) (concluded s)))))).

Lemma for_ints_ok n K : for_ints n K <-> forall l, length l = n -> K l.
Proof.
  revert K. induction n as [|n IH]; intro K; cbn [for_ints].
  - split; [intros H [|] E; [exact H|discriminate] | intro H; now apply H].
  - split; [intros H [|z l] E; [discriminate|]; specialize (H z); rewrite IH in H; apply H; now inversion E|].
    intros H z. apply IH. intros l E. apply H. cbn. now rewrite E.
Qed.
Lemma for_reals_ok n K : for_reals n K <-> forall l, length l = n -> K l.
Proof.
  revert K. induction n as [|n IH]; intro K; cbn [for_reals].
  - split; [intros H [|] E; [exact H|discriminate] | intro H; now apply H].
  - split; [intros H [|z l] E; [discriminate|]; specialize (H z); rewrite IH in H; apply H; now inversion E|].
    intros H z. apply IH. intros l E. apply H. cbn. now rewrite E.
Qed.
Definition arms_in (bounded : bool) (cs : list aclass) (fs : list arm) : Prop :=
  Forall2 (fun c f => in_class c f /\ (bounded = true -> at_most_1 c f)) cs fs.
Lemma for_arms_ok b cs K : for_arms b cs K <-> forall fs, arms_in b cs fs -> K fs.
Proof.
  revert K. induction cs as [|c cs IH]; intro K; cbn [for_arms].
  - split; [intros H fs A; inversion A; subst; exact H | intro H; apply H; constructor].
  - split.
    + intros H fs A. inversion A as [|x f y l [C B] A']; subst. specialize (H f C).
      assert (G : for_arms b cs (fun l => K (f :: l))) by (destruct b; auto). rewrite IH in G. now apply G.
    + intros H f C. assert (G : (b = true -> at_most_1 c f) -> for_arms b cs (fun l => K (f :: l))).
      { intro B. apply IH. intros fs A. apply H. now constructor. }
      destruct b; [intro B; now apply G | apply G; discriminate].
Qed.
Lemma if_all_ok l K : if_all l K <-> ((forall p, In p l -> p) -> K).
Proof.
  induction l as [|p l IH]; cbn [if_all].
  - split; [intros H _; exact H | intro H; apply H; intros ? []].
  - rewrite IH. split.
    + intros H G. apply H; [apply G; now left | intros q I; apply G; now right].
    + intros H Hp G. apply H. intros q [<-|I]; [exact Hp | exact (G q I)].
Qed.
Lemma meaning_ok b s : meaning b s <-> forall zs rs fs, length zs = n_ints s -> length rs = n_reals s -> arms_in b (classes (given s)) fs ->
  let w := world_of zs rs fs in (forall p, In p (premises s w) -> p) -> forall f, In f (concluded s) -> formula_at w f.
Proof.
  unfold meaning. rewrite for_ints_ok. split.
  - intros H zs rs fs Lz Lr A Pr f I. specialize (H zs Lz). rewrite for_reals_ok in H. specialize (H rs Lr). rewrite for_arms_ok in H. specialize (H fs A).
    cbv zeta in H. rewrite if_all_ok, each_ok in H. apply (H Pr). now apply in_map.
  - intros H zs Lz. apply for_reals_ok. intros rs Lr. apply for_arms_ok. intros fs A. cbv zeta. apply if_all_ok. intro Pr. apply each_ok.
    intros p I. apply in_map_iff in I. destruct I as [f [<- If]]. now apply (H zs rs fs).
Qed.
Lemma arms_in_world b cs fs : arms_in b cs fs -> forall z r, arms_at b (class_in cs) (World z r (fun i => nth i fs zero_arm)).
Proof.
  intros A z r i. cbn [aa]. unfold class_in. revert i. induction A as [|c f cs fs [C B] _ IH]; intros [|i]; cbn [nth].
  - split; [apply zero_in_class | intros _; apply zero_at_most_1].
  - split; [apply zero_in_class | intros _; apply zero_at_most_1].
  - now split.
  - apply IH.
Qed.
Lemma reads_family_ok w f : reads_family w f <-> family_at w f.
Proof.
  unfold reads_family, family_at. split; intros H n N.
  - intro N2. apply reads_ok. specialize (H n N). destruct (flast f); auto.
  - specialize (H n N). destruct (flast f) as [l|]; [intro N2|]; apply reads_ok; apply H; trivial.
Qed.

(* --- certificates: lemmas, a proof of the conclusion or of its clauses, a witness --- *)
Definition arm_proof := claimproof Empty_set.
Definition no_row (ls : list claim) (cl : nat -> aclass) (f : Empty_set) (g : goal) (c : @ctx unit) : @brings unit := match f with end.
Definition check_arms (b : bool) (ls : list claim) (c : claim) (p : arm_proof) : bool :=
  check_claim b ls (fun _ _ _ => true) no_row c tt p.
Lemma check_arms_ok b ls c p : (forall l, In l ls -> true_claim b l) -> check_arms b ls c p = true -> true_claim b c.
Proof.
  intros L H w A F G Fa g I.
  apply (check_claim_ok b ls (fun _ _ => True) (fun _ _ _ => true)) with (row := no_row) (t := tt) (p := p); auto.
  intros ? ? [].
Qed.
Fixpoint check_lemmas (b : bool) (known : list claim) (l : list (claim * arm_proof)) : option (list claim) :=
  match l with
  | [] => Some known
  | (c, p) :: l => if check_arms b known c p then check_lemmas b (known ++ [c]) l else None
  end.
Lemma check_lemmas_ok b l : forall known ls, (forall c, In c known -> true_claim b c) -> check_lemmas b known l = Some ls ->
  forall c, In c ls -> true_claim b c.
Proof.
  induction l as [|[c p] l IH]; cbn; intros known ls K E.
  - now inversion E; subst.
  - destruct (check_arms b known c p) eqn:Ck; [|discriminate]. refine (IH _ _ _ E).
    intros x I. apply in_app_or in I. destruct I as [I|[<-|[]]]; [now apply K|]. eapply check_arms_ok; eassumption.
Qed.
Inductive any_proof {proof : Type} := Plain (p : proof) | Clauses (l : list (nat * proof)).
Arguments any_proof : clear implicits.
Fixpoint comparisons (l : list formula) : option (list comparison) :=
  match l with
  | [] => Some []
  | Is c :: l => match comparisons l with Some k => Some (c :: k) | None => None end
  | _ => None
  end.
Definition concluding (c : claim) (more : list comparison) (k : list comparison) : claim :=
  Claim (classes c) (floors c) (givens c ++ more) (families c) k.
Definition opposite (c : comparison) : comparison := Cmp (match rel c with GE => GT | _ => GE end) (negated (left c)).
Fixpoint without {X} (l : list X) (i : nat) : list X :=
  match l, i with [], _ => [] | _ :: l, O => l | x :: l, S i => x :: without l i end.
Definition is_half (c : comparison) : bool := match rel c with EQ => false | _ => true end.
Section AnyProof.
  Context {proof : Type}.
  Variable checks : claim -> proof -> bool.
  Definition check_any (c : claim) (fs : list formula) (p : any_proof proof) : bool :=
    match p with
    | Plain p => match comparisons fs with Some k => checks (concluding c [] k) p | None => false end
    | Clauses l => forallb2 (fun k ip => match nth_error k (fst ip) with
        | Some g => forallb is_half k && checks (concluding c (map opposite (without k (fst ip))) [g]) (snd ip) | None => false end) (clauses (AllOf fs)) l
    end.
  Variable w : world.
  Definition conclusion_true (c : claim) : Prop := (forall g, In g (givens c) -> true_at w g) -> forall g, In g (conclusion c) -> true_at w g.
  Lemma comparisons_ok fs k : comparisons fs = Some k -> (forall c, In c k -> true_at w c) -> forall f, In f fs -> formula_at w f.
  Proof.
    revert k. induction fs as [|f fs IH]; cbn [comparisons]; intros k E H x I; [destruct I|].
    destruct f as [c|l|l]; try discriminate. destruct (comparisons fs) as [k'|] eqn:E'; [|discriminate]. inversion E; subst k.
    destruct I as [<-|I]; [apply reads_ok, H; now left|]. apply (IH k'); auto. intros d Id. apply H. now right.
  Qed.
  Lemma opposite_ok c : is_half c = true -> true_at w c \/ true_at w (opposite c).
  Proof.
    intro H. unfold opposite, true_at, says. cbn [rel left].
    change (form_value (zz w) (rr w) (aa w) (negated (left c))) with (form_at w (negated (left c))). rewrite negated_value.
    change (form_value (zz w) (rr w) (aa w) (left c)) with (form_at w (left c)). unfold is_half in H.
    destruct (rel c); try discriminate; cbn [compare]; destruct (Rle_or_lt (form_at w (left c)) 0); try (right; lra); try (left; lra).
    destruct H0; [right|left]; lra.
  Qed.
  Lemma without_in {X} (l : list X) i : forall x, In x (without l i) -> In x l.
  Proof.
    revert i. induction l as [|y l IH]; intros [|i] x I; cbn in *; try contradiction; auto.
    destruct I as [<-|I]; [now left | right; eapply IH; eassumption].
  Qed.
  Lemma all_or_one (k : list comparison) : forallb is_half k = true -> (exists c, In c k /\ true_at w c) \/ forall c, In c (map opposite k) -> true_at w c.
  Proof.
    induction k as [|c k IH]; cbn [forallb]; intro H; [right; intros ? []|]. apply andb_true_iff in H. destruct H as [Hc Hk].
    destruct (opposite_ok c Hc) as [O|O]; [left; exists c; split; [now left|assumption]|].
    destruct (IH Hk) as [[d [Id Td]]|A]; [left; exists d; split; [now right|assumption]|]. right. intros d [<-|Id]; auto.
  Qed.
  Theorem check_any_ok c fs p : (forall more k q, checks (concluding c more k) q = true -> conclusion_true (concluding c more k)) ->
    check_any c fs p = true -> (forall g, In g (givens c) -> true_at w g) -> forall f, In f fs -> formula_at w f.
  Proof.
    intros Ok H G. destruct p as [p|l]; cbn [check_any] in H.
    - destruct (comparisons fs) as [k|] eqn:E; [|discriminate]. apply (comparisons_ok fs k E). apply (Ok _ _ _ H).
      intros g I. cbn [concluding givens] in I. rewrite app_nil_r in I. now apply G.
    - assert (A : formula_at w (AllOf fs)).
      { apply clauses_ok. intros k Ik. destruct (forallb2_ok _ _ _ H k Ik) as [[i q] Hq]. cbn [fst snd] in Hq.
        destruct (nth_error k i) as [g|] eqn:N; [|discriminate]. apply andb_true_iff in Hq. destruct Hq as [Hh Hq].
        assert (Hh' : forallb is_half (without k i) = true).
        { rewrite forallb_forall in Hh |- *. intros x Ix. apply Hh. now apply without_in in Ix. }
        destruct (all_or_one _ Hh') as [[d [Id Td]]|O].
        - exists d. split; [now apply without_in in Id | assumption].
        - exists g. split; [now apply nth_error_In in N|]. apply (Ok _ _ _ Hq); [|now left].
          intros x Ix. cbn [concluding givens] in Ix. apply in_app_or in Ix. destruct Ix as [Ix|Ix]; [now apply G | now apply O]. }
      unfold formula_at in A. cbn [formula_by] in A. rewrite each_ok in A. intros f I. apply A. now apply in_map.
  Qed.
End AnyProof.

(* --- the instance --- *)
Definition point_arms (n : nat) (cl : nat -> aclass) (pt : point) : list arm := map (arm_at n cl pt) (seq 0 n).
Lemma point_world n cl pt : world_of (ints_at pt) (map real (reals_at pt)) (point_arms n cl pt) = world_at n cl pt.
Proof.
  unfold world_of, world_at. f_equal.
  - apply functional_extensionality. intro x. unfold nth_real. destruct x; try reflexivity.
    change 0 with (real 0%Q). now rewrite map_nth.
  - apply functional_extensionality. intro i. unfold point_arms. destruct (Nat.lt_ge_cases i n) as [L|L].
    + rewrite (nth_indep _ zero_arm (arm_at n cl pt 0)) by (rewrite map_length, seq_length; assumption).
      rewrite map_nth, seq_nth by assumption. reflexivity.
    + rewrite nth_overflow by (rewrite map_length, seq_length; assumption). unfold arm_at.
      destruct (Nat.ltb_spec i n); [lia|reflexivity].
Qed.
Section Instance.
  Variables (s : statement) (pt : point).
  Let cl := class_in (classes (given s)).
  Let n := length (classes (given s)).
  Definition compares_at (c : comparison) : bool := compares cl pt c.
  Definition defined_here (c : comparison) : bool := defined_point n cl pt (left c).
  Fixpoint formula_here (f : formula) : bool :=
    match f with Is c => compares_at c | AllOf l => forallb formula_here l | AnyOf l => existsb formula_here l end.
  Fixpoint formula_defined (f : formula) : bool :=
    match f with Is c => defined_here c | AllOf l => forallb formula_defined l | AnyOf l => forallb formula_defined l end.
  Definition floor_here (f : positive * poly * poly) : bool :=
    let z := nth_int (ints_at pt) in (1 <=? zeval z (snd f))%Z && (z (fst (fst f)) =? zeval z (snd (fst f)) / zeval z (snd f))%Z.
  Definition is_instance : bool :=
    Nat.eqb (length (ints_at pt)) (n_ints s) && Nat.eqb (length (reals_at pt)) (n_reals s)
    && forallb (fun i => curve_ok (cl i) (curve_of pt i)) (seq 0 n)
    && forallb floor_here (floors (given s)) && forallb (fun g => defined_here g && compares_at g) (givens (given s))
    && match families (given s) with [] => true | _ => false end && forallb formula_defined (concluded s).
  Definition holds_here : bool := is_instance && forallb formula_here (concluded s).
  Definition fails_here : bool := is_instance && negb (forallb formula_here (concluded s)).

  Definition here_arms : list arm := point_arms n cl pt.
  Definition here : world := world_of (ints_at pt) (map real (reals_at pt)) here_arms.
  Lemma here_eq : here = world_at n cl pt.
  Proof. apply point_world. Qed.
  Lemma compares_here c : defined_here c = true -> (compares_at c = true <-> reads here c).
  Proof. intro D. rewrite reads_ok, here_eq. now apply compares_ok. Qed.
  Lemma formula_here_ok f : formula_defined f = true -> (formula_here f = true <-> formula_at here f).
  Proof.
    revert f. apply (formula_all (fun f => formula_defined f = true -> (formula_here f = true <-> formula_by (reads here) f))).
    - intros c D. now apply compares_here.
    - intros l IH D. rewrite Forall_forall in IH. cbn [formula_here formula_by formula_defined] in *. rewrite forallb_forall in D. rewrite forallb_forall, each_ok. split.
      + intros H p I. apply in_map_iff in I. destruct I as [f [<- If]]. apply IH; auto.
      + intros H f If. apply IH; auto. apply H. now apply in_map.
    - intros l IH D. rewrite Forall_forall in IH. cbn [formula_here formula_by formula_defined] in *. rewrite forallb_forall in D. rewrite existsb_exists, some_ok. split.
      + intros [f [If Hf]]. exists (formula_by (reads here) f). split; [now apply in_map | apply IH; auto].
      + intros [p [I Hp]]. apply in_map_iff in I. destruct I as [f [<- If]]. exists f. split; [assumption | apply IH; auto].
  Qed.
  Lemma is_instance_ok : is_instance = true -> length (ints_at pt) = n_ints s /\ length (map real (reals_at pt)) = n_reals s /\
    arms_in true (classes (given s)) here_arms /\ (forall p, In p (premises s here) -> p) /\ forall f, In f (concluded s) -> formula_defined f = true.
  Proof.
    unfold is_instance. rewrite !andb_true_iff, !forallb_forall. intros [[[[[[L1 L2] C] F] G] Fa] D].
    apply Nat.eqb_eq in L1, L2. split; [assumption|]. split; [now rewrite map_length|]. split; [|split; [|assumption]].
    - unfold arms_in, here_arms, point_arms. clear -C. unfold arm_at. subst n cl. set (cs := classes (given s)) in *.
      assert (X : forall l k, (forall i, (i < length l)%nat -> nth i l Concave = nth (k + i) cs Concave) -> (k + length l <= length cs)%nat ->
        Forall2 (fun c f => in_class c f /\ (true = true -> at_most_1 c f)) l (map (fun i => if (i <? length cs)%nat && curve_ok (class_in cs i) (curve_of pt i) then arm_of (class_in cs i) (curve_of pt i) else zero_arm) (seq k (length l)))).
      { induction l as [|c l IH]; intros k E Le; cbn [length seq map]; constructor.
        - cbn [length] in Le. assert (Ek : class_in cs k = c). { specialize (E 0%nat ltac:(cbn; lia)). cbn [nth] in E. rewrite Nat.add_0_r in E. now symmetry. }
          pose proof (C k ltac:(apply in_seq; lia)) as Ck. rewrite Ck, Ek. destruct (Nat.ltb_spec k (length cs)); [|lia]. cbn [andb].
          rewrite Ek in Ck. destruct (curve_in_class _ _ Ck). auto.
        - cbn [length] in Le. apply IH; [|lia]. intros i Li. specialize (E (S i) ltac:(cbn; lia)). cbn [nth] in E. rewrite E. f_equal. lia. }
      apply (X cs 0%nat); [reflexivity | lia].
    - intros p I. unfold premises in I. apply in_app_or in I. destruct I as [I|I]; [|apply in_app_or in I; destruct I as [I|I]].
      + apply in_map_iff in I. destruct I as [f [<- If]]. specialize (F f If). unfold floor_here in F. cbv zeta in F. apply andb_true_iff in F.
        destruct F as [_ F]. apply Z.eqb_eq in F. exact F.
      + apply in_map_iff in I. destruct I as [g [<- Ig]]. specialize (G g Ig). apply andb_true_iff in G. destruct G as [G1 G2]. now apply compares_here.
      + destruct (families (given s)); [destruct I | discriminate].
  Qed.
End Instance.

Record certificate := Certificate { lemmas_of : list (claim * arm_proof); proof_of : any_proof arm_proof; witness : point }.
Definition proves (b : bool) (s : statement) (c : certificate) : bool :=
  match check_lemmas b [] (lemmas_of c) with
  | Some ls => check_any (check_arms b ls) (given s) (concluded s) (proof_of c)
  | None => false
  end.
Definition accepted (b : bool) (s : statement) (c : certificate) : bool := proves b s c && holds_here s (witness c).
Theorem proves_sound b s c : proves b s c = true -> meaning b s.
Proof.
  unfold proves. intro H. destruct (check_lemmas b [] (lemmas_of c)) as [ls|] eqn:E; [|discriminate].
  assert (L : forall l, In l ls -> true_claim b l) by (apply (check_lemmas_ok b (lemmas_of c) [] ls); [intros ? []|exact E]).
  apply meaning_ok. intros zs rs fs Lz Lr A w Pr.
  assert (F : forall f, In f (floors (given s)) -> floor_at w f)
    by (intros f I; apply Pr; unfold premises; apply in_or_app; left; now apply in_map).
  assert (Fa : forall f, In f (families (given s)) -> family_at w f)
    by (intros f I; apply reads_family_ok, Pr; unfold premises; apply in_or_app; right; apply in_or_app; right; now apply in_map).
  apply (check_any_ok (check_arms b ls) w (given s) (concluded s) (proof_of c)); [|assumption|].
  - intros more k q Hq G g I. apply (check_arms_ok b ls _ q L Hq w); try assumption. now apply arms_in_world.
  - intros g I. apply reads_ok, Pr. unfold premises. apply in_or_app. right. apply in_or_app. left. now apply in_map.
Qed.
Theorem accept_sound b s c : accepted b s c = true -> meaning b s.
Proof. unfold accepted. rewrite andb_true_iff. intros [H _]. now apply (proves_sound b s c). Qed.
(* nothing vacuous is proved: there are parameters and arms in [0,1] with these givens and the conclusion *)
Theorem accept_possible b s c : accepted b s c = true -> exists zs rs fs, arms_in true (classes (given s)) fs /\
  let w := world_of zs rs fs in (forall p, In p (premises s w) -> p) /\ forall f, In f (concluded s) -> formula_at w f.
Proof.
  unfold accepted. rewrite andb_true_iff. intros [_ H]. unfold holds_here in H. apply andb_true_iff in H. destruct H as [I H].
  destruct (is_instance_ok s (witness c) I) as [_ [_ [A [Pr D]]]].
  exists (ints_at (witness c)), (map real (reals_at (witness c))), (here_arms s (witness c)). split; [assumption|]. cbv zeta. split; [exact Pr|].
  intros f If. rewrite forallb_forall in H. apply (formula_here_ok s (witness c) f (D f If)). now apply H.
Qed.
Theorem refutes_sound s pt : fails_here s pt = true -> ~ meaning true s.
Proof.
  unfold fails_here. rewrite andb_true_iff, negb_true_iff. intros [I H] M. destruct (is_instance_ok s pt I) as [L1 [L2 [A [Pr D]]]].
  rewrite meaning_ok in M. specialize (M _ _ _ L1 L2 A Pr). apply not_true_iff_false in H. apply H. rewrite forallb_forall.
  intros f If. apply (formula_here_ok s pt f (D f If)). now apply M.
Qed.
