(* Statements about runs as they are read, and instances that refute them.
     meaning_run      for all parameters, instances and runs of the policy ... the conclusion
     run_fails_sound  a statement with an accepted instance and run is false
   In data, arm 0 stands for OPT and arm 1 for ALG: Rew(0,T) reads OPT k F T, Rew(1,T) reads ALG F s T.
   The arms of the instance that a statement names are the arms 2, 3, ... *)
Require Export Runs Statements.
Require Import Lra Lia QArith Qreals Bool Arith FunctionalExtensionality.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

(* --- policies and what is observed of their runs, as data --- *)
Inductive run_policy := Scored (m : nat) (o : opening_order) (b : tiebreak) (sc : form) | InTurn | AnyPull.
Definition score_world (k T : Z) (f : arm) (a M : Z) : world := world_of [k; T; a; M] [] [f].
Definition policy_of (p : run_policy) : policy :=
  match p with
  | Scored m o b sc => ByIndex (Index m o b (fun k T f a M => written (score_world k T f a M) sc))
  | InTurn => RoundRobin
  | AnyPull => AnyPolicy
  end.
Definition opening_of (p : run_policy) : nat := match p with Scored m _ _ _ => m | _ => 0 end.
Inductive word := Pulls (f : nat) | Most | Least | Squares | Rival (f : nat) | Idle (f : nat) | Level (f : nat) | Before (f g : nat).
Definition word_value (m : nat) (k T : Z) (s : nat -> nat) (ro : nat -> nat) (wd : word) : Z :=
  match wd with
  | Pulls f => count s (Z.to_nat T) (ro f)
  | Most => level (Z.to_nat k) s (Z.to_nat T)
  | Least => minZ (Z.to_nat k) (count s (Z.to_nat T))
  | Squares => sumZ (Z.to_nat k) (fun i => count s (Z.to_nat T) i * count s (Z.to_nat T) i)%Z
  | Rival f => maxZ (Z.to_nat k) (beside (ro f) (count s (Z.to_nat T)))
  | Idle f => sumZ (Z.to_nat k) (beside (ro f) (fun i => if (count s (Z.to_nat T) i <=? Z.of_nat m)%Z then 1 else 0)%Z)
  | Level f => level (Z.to_nat k) s (last_step s (Z.to_nat T) (ro f))
  | Before f g => count s (last_step s (Z.to_nat T) (ro f)) (ro g)
  end.
Record run_statement := RunStatement {
  plays : run_policy; roles : nat; pulled : list nat; late : list nat; apart : list nat;
  observed : list (positive * word); body : statement }.
Definition horizon : poly := PEX 6.
Definition role (fs : list nat) (i : nat) : nat := nth (i - 2) fs O.
Fixpoint pairs_of {X} (l : list X) : list (X * X) := match l with [] => [] | x :: l => map (pair x) l ++ pairs_of l end.

Section Meaning.
  Variables (k T : Z) (F : nat -> arm) (s : nat -> nat).
  Definition run_atom (w : world) (a : atom) : R :=
    match a with
    | ARew 0 t => OPT k F (index_at w t)
    | ARew 1 t => ALG F s (index_at w t)
    | _ => atom_value (zz w) (aa w) a
    end.
  Definition reads_run (w : world) (c : comparison) : Prop := compare (rel c) (written_form (value w) (run_atom w) (left c)).
  Definition run_world (zs : list Z) (rs : list R) (fs : list nat) : world :=
    World (nth_int zs) (nth_real 0 rs) (fun i => F (role fs i)).
  Definition run_premises (S : run_statement) (w : world) (ro : nat -> nat) : list Prop :=
    let m := opening_of (plays S) in
    map (fun i => (1 <= count s (Z.to_nat T) (ro i))%Z) (pulled S)
    ++ map (fun i => (Z.of_nat m + 1 <= count s (Z.to_nat T) (ro i))%Z) (late S)
    ++ map (fun p => ro (fst p) <> ro (snd p)) (pairs_of (apart S))
    ++ map (fun o => zz w (fst o) = word_value m k T s ro (snd o)) (observed S)
    ++ map (floor_at w) (floors (given (body S))) ++ map (reads_run w) (givens (given (body S))).
  Fixpoint for_roles (n : nat) (K : list nat -> Prop) : Prop :=
    match n with O => K [] | S n => forall f : nat, (f < Z.to_nat k)%nat -> for_roles n (fun l => K (f :: l)) end.
End Meaning.
Definition meaning_run (S : run_statement) : Prop :=
  for_ints (n_ints (body S)) (fun zs => for_reals (n_reals (body S)) (fun rs =>
    forall (F : nat -> arm) (s : nat -> nat), let k := nth 0 zs 0%Z in let T := nth 1 zs 0%Z in
    run (policy_of (plays S)) k T F s -> for_roles k (roles S) (fun fs =>
      let w := run_world F zs rs fs in
      if_all (run_premises k T F s S w (role fs)) (each (map (formula_by (reads_run k F s w)) (concluded (body S))))))).
Lemma for_roles_ok k n K : for_roles k n K <-> forall fs, length fs = n -> (forall f, In f fs -> (f < Z.to_nat k)%nat) -> K fs.
Proof.
  revert K. induction n as [|n IH]; intro K; cbn [for_roles].
  - split; [intros H [|] E _; [exact H|discriminate] | intro H; apply H; [reflexivity | intros ? []]].
  - split.
    + intros H [|f fs] E B; [discriminate|]. specialize (H f (B f (or_introl eq_refl))). rewrite IH in H. apply H; [now inversion E|].
      intros g I. apply B. now right.
    + intros H f L. apply IH. intros fs E B. apply H; [cbn; now rewrite E|]. intros g [<-|I]; auto.
Qed.
Lemma meaning_run_ok S : meaning_run S <-> forall zs rs F s fs, length zs = n_ints (body S) -> length rs = n_reals (body S) ->
  let k := nth 0 zs 0%Z in let T := nth 1 zs 0%Z in
  run (policy_of (plays S)) k T F s -> length fs = roles S -> (forall f, In f fs -> (f < Z.to_nat k)%nat) ->
  let w := run_world F zs rs fs in (forall p, In p (run_premises k T F s S w (role fs)) -> p) ->
  forall f, In f (concluded (body S)) -> formula_by (reads_run k F s w) f.
Proof.
  unfold meaning_run. cbv zeta. rewrite for_ints_ok. split.
  - intros H zs rs F s fs Lz Lr R0 Lf B Pr f I. specialize (H zs Lz). rewrite for_reals_ok in H. specialize (H rs Lr F s R0).
    rewrite for_roles_ok in H. specialize (H fs Lf B). rewrite if_all_ok, each_ok in H. apply (H Pr). now apply in_map.
  - intros H zs Lz. apply for_reals_ok. intros rs Lr F s R0. apply for_roles_ok. intros fs Lf B. apply if_all_ok. intro Pr. apply each_ok.
    intros p I. apply in_map_iff in I. destruct I as [f [<- If]]. now apply (H zs rs F s fs).
Qed.

(* --- a world in which arm 0 earns OPT and arm 1 earns ALG reads the same --- *)
Definition stands_for (a : atom) : bool :=
  match a with ARew 0 t | ARew 1 t => match t with PEX 6 => true | _ => false end | _ => Nat.leb 2 (Forms.arm_of a) end.
Definition form_stands (f : form) : bool := forallb (fun t => stands_for (snd t)) (terms f).
Fixpoint formula_all_forms (t : form -> bool) (f : formula) : bool :=
  match f with Is c => t (left c) | AllOf l => forallb (formula_all_forms t) l | AnyOf l => forallb (formula_all_forms t) l end.
Section Stand.
  Variables (k T : Z) (F : nat -> arm) (s : nat -> nat) (ro : nat -> nat) (w v : world).
  Hypothesis same_z : zz v = zz w.
  Hypothesis same_r : rr v = rr w.
  Hypothesis arms_w : forall i, aa w i = F (ro i).
  Hypothesis arms_v : forall i, (2 <= i)%nat -> aa v i = F (ro i).
  Hypothesis T_w : zz w 3 = T.
  Hypothesis earns_opt : Rew (aa v 0%nat) T = OPT k F T.
  Hypothesis earns_alg : Rew (aa v 1%nat) T = ALG F s T.
  Lemma atom_stands a : stands_for a = true -> run_atom k F s w a = atom_value (zz v) (aa v) a.
  Proof.
    intro H. assert (G : (2 <= Forms.arm_of a)%nat -> atom_value (zz w) (aa w) a = atom_value (zz v) (aa v) a).
    { intro L. rewrite same_z. assert (E : aa w (Forms.arm_of a) = aa v (Forms.arm_of a)) by (rewrite arms_w, arms_v by assumption; reflexivity).
      destruct a; cbn [Forms.arm_of atom_value] in *; now rewrite E. }
    destruct a as [f n|f n|f n|f a N|f n]; cbn [stands_for] in H; try (apply G; now apply Nat.leb_le in H).
    assert (Hz : index_at w (PEX 6) = T) by exact T_w. assert (Hv : zeval (zz v) (PEX 6) = T) by (rewrite same_z; exact T_w).
    destruct f as [|[|f]].
    - destruct n as [c|[p|[[p|p|]|p|]|]|a b|a b|a b|a|a e]; try discriminate. cbn [run_atom atom_value]. now rewrite Hz, Hv.
    - destruct n as [c|[p|[[p|p|]|p|]|]|a b|a b|a b|a|a e]; try discriminate. cbn [run_atom atom_value]. now rewrite Hz, Hv.
    - apply G. cbn. lia.
  Qed.
  Lemma comparison_stands c : form_stands (left c) = true -> (reads_run k F s w c <-> reads v c).
  Proof.
    intro H. unfold reads_run. rewrite reads_ok, written_form_ok. unfold true_at, says. fold (form_at v (left c)).
    rewrite <- form_with_ok. assert (E : form_with w (run_atom k F s w) (left c) = form_with v (atom_value (zz v) (aa v)) (left c)).
    { unfold form_stands in H. rewrite forallb_forall in H.
      rewrite (form_with_ext w _ (atom_value (zz v) (aa v))) by (intros t I; apply atom_stands; now apply H).
      unfold form_with, value, env. now rewrite same_z, same_r. }
    rewrite E. reflexivity.
  Qed.
  Lemma formula_stands f : formula_all_forms form_stands f = true -> (formula_by (reads_run k F s w) f <-> formula_at v f).
  Proof.
    revert f. apply (formula_all (fun f => formula_all_forms form_stands f = true -> (formula_by (reads_run k F s w) f <-> formula_by (reads v) f))).
    - intros c H. now apply comparison_stands.
    - intros l IH H. rewrite Forall_forall in IH. cbn [formula_all_forms formula_by] in *. rewrite forallb_forall in H. rewrite !each_ok. split; intros G p I;
        apply in_map_iff in I; destruct I as [f [<- If]]; apply (IH f If (H f If)), G; apply in_map_iff; now exists f.
    - intros l IH H. rewrite Forall_forall in IH. cbn [formula_all_forms formula_by] in *. rewrite forallb_forall in H. rewrite !some_ok.
      split; intros [p [I Hp]]; apply in_map_iff in I; destruct I as [f [<- If]].
      + exists (formula_by (reads v) f). split; [now apply in_map | now apply (IH f If (H f If))].
      + exists (formula_by (reads_run k F s w) f). split; [now apply in_map | now apply (IH f If (H f If))].
  Qed.
End Stand.

(* --- a run on an exact instance --- *)
Record run_point := RunPoint {
  r_ints : list Z; r_reals : list Q; r_curves : list curve; r_pulls : list nat; r_roles : list nat; r_best : nat; r_mean : Q }.
Definition concave_only (i : nat) : aclass := Concave.
Section RunPoint.
  Variables (S : run_statement) (pt : run_point).
  Let k := length (r_curves pt).
  Let T := Z.of_nat (length (r_pulls pt)).
  Definition arm_of_instance (i : nat) : arm := arm_at k concave_only (Point [] [] (r_curves pt)) i.
  Definition pull (t : nat) : nat := nth t (r_pulls pt) O.

  (* step by step, with the counts so far *)
  Definition score_q (sc : form) (c : curve) (a M : Z) : Q := form_point concave_only (Point [Z.of_nat k; T; a; M] [] [c]) sc.
  Definition score_known (sc : form) (c : curve) (a M : Z) : bool := defined_point 1 concave_only (Point [Z.of_nat k; T; a; M] [] [c]) sc.
  Definition bump (i : nat) (l : list Z) : list Z := map (fun p => if Nat.eqb (fst p) i then (snd p + 1)%Z else snd p) (combine (seq 0 k) l).
  Definition chosen (b : tiebreak) (sc : form) (counts : list Z) (i : nat) : bool :=
    let M := fold_left Z.max counts 0%Z in
    let of j := score_q sc (nth j (r_curves pt) flat) (nth j counts 0%Z) M in
    let mine := of i in let n := nth i counts 0%Z in
    forallb (fun j =>
      score_known sc (nth j (r_curves pt) flat) (nth j counts 0%Z) M &&
      let v := of j in let c := nth j counts 0%Z in
      Qle_bool v mine && (negb (Qeq_bool v mine) || ((n <=? c)%Z && (negb (c =? n)%Z ||
        match b with any_of_them => true | lowest_index => Nat.leb i j | highest_index => Nat.leb j i end)))) (seq 0 k).
  Definition may_pull (p : run_policy) (t : nat) (counts : list Z) (i : nat) : bool :=
    match p with
    | AnyPull => true
    | InTurn => Nat.eqb i (t mod k)
    | Scored m o b sc => if (t <? m * k)%nat then Nat.eqb i (match o with rounds => t mod k | pairs => t / m end) else chosen b sc counts i
    end.
  Fixpoint steps (t : nat) (counts : list Z) (l : list nat) : bool :=
    match l with
    | [] => true
    | i :: l => Nat.ltb i k && may_pull (plays S) t counts i && steps (1 + t) (bump i counts) l
    end.
  Definition ro := role (r_roles pt).
  Definition earned_q : Q := fold_right (fun i q => Qred (curve_sum Concave (nth i (r_curves pt) flat) (count pull (Z.to_nat T) i) + q)) 0%Q (seq 0 k).
  Definition lowered : point := Point (r_ints pt) (r_reals pt)
    (nth (r_best pt) (r_curves pt) flat :: Curve (r_mean pt) [] :: map (fun i => nth i (r_curves pt) flat) (r_roles pt)).
  Definition is_run : bool :=
    Nat.leb 1 k && Nat.leb 2 (length (r_ints pt)) && (nth 0 (r_ints pt) 0 =? Z.of_nat k)%Z && (nth 1 (r_ints pt) 0 =? T)%Z
    && forallb (curve_ok Concave) (r_curves pt) && steps 0 (map (fun _ => 0%Z) (seq 0 k)) (r_pulls pt)
    && Nat.eqb (length (r_roles pt)) (roles S) && forallb (fun i => Nat.ltb i k) (r_roles pt)
    && forallb (fun i => (1 <=? count pull (Z.to_nat T) (ro i))%Z) (pulled S)
    && forallb (fun i => (Z.of_nat (opening_of (plays S)) + 1 <=? count pull (Z.to_nat T) (ro i))%Z) (late S)
    && forallb (fun p => negb (Nat.eqb (ro (fst p)) (ro (snd p)))) (pairs_of (apart S))
    && forallb (fun o => (nth_int (r_ints pt) (fst o) =? word_value (opening_of (plays S)) (Z.of_nat k) T pull ro (snd o))%Z) (observed S)
    && Nat.ltb (r_best pt) k
    && forallb (fun c => Qle_bool (curve_sum Concave c T) (curve_sum Concave (nth (r_best pt) (r_curves pt) flat) T)) (r_curves pt)
    && Qeq_bool earned_q (curve_sum Concave (Curve (r_mean pt) []) T)
    && Nat.eqb (length (classes (given (body S)))) (2 + roles S)
    && forallb (fun c => match c with Concave => true | _ => false end) (classes (given (body S)))
    && forallb (fun g => form_stands (left g)) (givens (given (body S))) && forallb (formula_all_forms form_stands) (concluded (body S))
    && is_instance (body S) lowered.
  Definition run_fails : bool := is_run && negb (forallb (formula_here (body S) lowered) (concluded (body S))).
  Definition run_holds : bool := is_run && forallb (formula_here (body S) lowered) (concluded (body S)).

  Lemma level_counts (f : nat -> Z) n : fold_left Z.max (map f (seq 0 n)) 0%Z = maxZ n f.
  Proof. induction n as [|n IH]; [reflexivity|]. rewrite seq_S, map_app, fold_left_app, IH. reflexivity. Qed.
  Lemma nth_counts (f : nat -> Z) n j : (j < n)%nat -> nth j (map f (seq 0 n)) 0%Z = f j.
  Proof. intro L. rewrite (nth_indep _ 0%Z (f 0%nat)) by (rewrite map_length, seq_length; assumption). now rewrite map_nth, seq_nth. Qed.
  Lemma bump_counts (s : nat -> nat) t : bump (s t) (map (count s t) (seq 0 k)) = map (count s (1 + t)) (seq 0 k).
  Proof.
    unfold bump. fold k. generalize (seq 0 k). induction l as [|x l IH]; [reflexivity|]. cbn [combine map fst snd]. rewrite IH. f_equal.
    cbn [count Nat.add]. rewrite Nat.eqb_sym. destruct (Nat.eqb (s t) x); lia.
  Qed.
  Lemma instance_arm i : forallb (curve_ok Concave) (r_curves pt) = true -> (i < k)%nat ->
    curve_ok Concave (nth i (r_curves pt) flat) = true /\ arm_of_instance i = arm_of Concave (nth i (r_curves pt) flat).
  Proof.
    rewrite forallb_forall. intros H L. assert (Ok : curve_ok Concave (nth i (r_curves pt) flat) = true) by (apply H, nth_In; exact L).
    split; [assumption|]. unfold arm_of_instance, arm_at, curve_of, concave_only. cbn [curves_at].
    apply Nat.ltb_lt in L. rewrite L, Ok. reflexivity.
  Qed.
  Lemma score_ok sc i a M : forallb (curve_ok Concave) (r_curves pt) = true -> (i < k)%nat ->
    score_known sc (nth i (r_curves pt) flat) a M = true ->
    real (score_q sc (nth i (r_curves pt) flat) a M) = written (score_world (Z.of_nat k) T (arm_of_instance i) a M) sc.
  Proof.
    intros C L D. unfold score_q, score_known in *. rewrite (form_point_ok _ _ _ _ D), written_ok.
    rewrite <- point_world. cbn [ints_at reals_at]. unfold score_world, point_arms. cbn [map seq].
    destruct (instance_arm i C L) as [Ok ->]. unfold arm_at, curve_of, concave_only. cbn [curves_at nth Nat.ltb Nat.leb andb]. now rewrite Ok.
  Qed.
  Lemma Qeq_real a b : Qeq_bool a b = true <-> real a = real b.
  Proof.
    rewrite !real_Q2R. split; intro H; [apply Qeq_bool_eq in H; now apply Qeq_eqR | apply Qeq_bool_iff; now apply eqR_Qeq].
  Qed.
  Lemma chosen_ok m o b sc t s : forallb (curve_ok Concave) (r_curves pt) = true -> (s t < k)%nat ->
    chosen b sc (map (count s t) (seq 0 k)) (s t) = true ->
    chooses (Index m o b (fun k T f a M => written (score_world k T f a M) sc)) k T arm_of_instance s t.
  Proof.
    intros C L H. unfold chosen in H. cbv zeta in H. rewrite level_counts, forallb_forall in H.
    intros i Li. cbn [score broken]. unfold level.
    assert (Hi := H i ltac:(apply in_seq; lia)). assert (Ht := H (s t) ltac:(apply in_seq; lia)).
    rewrite !andb_true_iff in Hi, Ht. destruct Hi as [Ki [Vi Ti]]. destruct Ht as [Kt _]. rewrite !nth_counts in * by assumption.
    apply Qle_real in Vi. rewrite (score_ok _ _ _ _ C Li Ki), (score_ok _ _ _ _ C L Kt) in Vi.
    split; [exact Vi|]. intro E. rewrite orb_true_iff, negb_true_iff in Ti. destruct Ti as [Ti|Ti].
    - exfalso. apply not_true_iff_false in Ti. apply Ti, Qeq_real. now rewrite (score_ok _ _ _ _ C Li Ki), (score_ok _ _ _ _ C L Kt).
    - rewrite andb_true_iff, orb_true_iff, negb_true_iff in Ti. destruct Ti as [T1 T2]. split; [now apply Z.leb_le in T1|].
      intro Ec. destruct T2 as [T2|T2]; [apply Z.eqb_neq in T2; congruence|].
      destruct b; [exact Logic.I | now apply Nat.leb_le in T2 | now apply Nat.leb_le in T2].
  Qed.
  Lemma steps_ok s : forallb (curve_ok Concave) (r_curves pt) = true -> forall l t, steps t (map (count s t) (seq 0 k)) l = true ->
    (forall u, (u < length l)%nat -> nth u l O = s (t + u)%nat) -> forall u, (u < length l)%nat ->
    (s (t + u) < k)%nat /\ follows (policy_of (plays S)) k T arm_of_instance s (t + u).
  Proof.
    intro C. induction l as [|i l IH]; intros t H E u Lu; [cbn in Lu; lia|].
    cbn [steps] in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Nat.ltb_lt in H1.
    assert (Ei : i = s t) by (specialize (E 0%nat ltac:(cbn; lia)); cbn [nth] in E; now rewrite Nat.add_0_r in E). subst i.
    destruct u as [|u].
    - rewrite Nat.add_0_r. split; [exact H1|]. unfold may_pull in H2. destruct (plays S) as [m o b sc| |]; cbn [policy_of follows].
      + unfold opens. cbn [opening opens_in]. destruct (t <? m * k)%nat eqn:Op; [now apply Nat.eqb_eq in H2 | now apply chosen_ok].
      + now apply Nat.eqb_eq in H2.
      + exact Logic.I.
    - rewrite bump_counts in H3. replace (t + Datatypes.S u)%nat with ((1 + t) + u)%nat by lia. apply IH; [exact H3 | |cbn in Lu; lia].
      intros v Lv. specialize (E (Datatypes.S v) ltac:(cbn; lia)). cbn [nth] in E. rewrite E. f_equal. lia.
  Qed.
  Lemma earned_ok s : forallb (curve_ok Concave) (r_curves pt) = true -> (forall u, (u < Z.to_nat T)%nat -> (s u < k)%nat) -> s = pull ->
    real earned_q = ALG arm_of_instance s T.
  Proof.
    intros C B ->. unfold ALG. rewrite (ALG_by_arms k pull arm_of_instance (Z.to_nat T) B). unfold earned_q.
    assert (G : forall n, (n <= k)%nat -> real (fold_right (fun i q => Qred (curve_sum Concave (nth i (r_curves pt) flat) (count pull (Z.to_nat T) i) + q)) 0%Q (seq 0 n))
      = sumR n (fun i => Rew (arm_of_instance i) (count pull (Z.to_nat T) i))).
    { assert (A : forall n q, (n <= k)%nat -> real (fold_right (fun i q => Qred (curve_sum Concave (nth i (r_curves pt) flat) (count pull (Z.to_nat T) i) + q)) q (seq 0 n))
        = sumR n (fun i => Rew (arm_of_instance i) (count pull (Z.to_nat T) i)) + real q).
      { induction n as [|n IH]; intros q Ln; [cbn; ring|]. rewrite seq_S, fold_right_app. cbn [fold_right Nat.add]. rewrite IH by lia. cbn [sumR].
        rewrite real_red, real_plus. destruct (instance_arm n C ltac:(lia)) as [Ok ->].
        rewrite curve_sum_ok by (try apply count_nonneg; assumption). ring. }
      intros n Ln. rewrite A by assumption. rewrite real_0. ring. }
    apply G. lia.
  Qed.
  Lemma maxR_eq n f i : (i < n)%nat -> 0 <= f i -> (forall j, (j < n)%nat -> f j <= f i) -> maxR n f = f i.
  Proof.
    intros L P0 H. apply Rle_antisym; [|now apply maxR_ge]. clear L. induction n as [|n IH]; [exact P0|]. cbn [maxR].
    apply Rmax_lub; [apply IH; intros; apply H; lia | apply H; lia].
  Qed.
  (* the run, and the world of the data that stands for it *)
  Lemma is_run_ok : is_run = true ->
    let F := arm_of_instance in let w := run_world F (r_ints pt) (map real (r_reals pt)) (r_roles pt) in
    length (r_ints pt) = n_ints (body S) /\ length (map real (r_reals pt)) = n_reals (body S) /\
    run (policy_of (plays S)) (nth 0 (r_ints pt) 0%Z) (nth 1 (r_ints pt) 0%Z) F pull /\
    length (r_roles pt) = roles S /\ (forall f, In f (r_roles pt) -> (f < Z.to_nat (nth 0 (r_ints pt) 0%Z))%nat) /\
    (forall p, In p (run_premises (nth 0 (r_ints pt) 0%Z) (nth 1 (r_ints pt) 0%Z) F pull S w ro) -> p) /\
    forall f, In f (concluded (body S)) -> (formula_by (reads_run (nth 0 (r_ints pt) 0%Z) F pull w) f <-> formula_here (body S) lowered f = true).
  Proof.
    intros H F w. unfold is_run in H. rewrite !andb_true_iff in H.
    destruct H as [[[[[[[[[[[[[[[[[[[k1 i2] Ek] Et] C] St] Lr] Br] Pu] La] Ap] Ob] Lb] Be] Ea] Lc] Cc] Fg] Fc] Inst].
    apply Nat.leb_le in k1. apply Z.eqb_eq in Ek, Et. apply Nat.eqb_eq in Lr, Lc. apply Nat.ltb_lt in Lb.
    rewrite forallb_forall in Br, Pu, La, Ap, Ob, Be, Cc, Fg, Fc. fold k in k1, Ek, Lb.
    destruct (is_instance_ok (body S) lowered Inst) as [L1 [L2 [A [Pr D]]]]. cbn [lowered ints_at reals_at] in L1, L2.
    assert (In0 : map (count pull 0) (seq 0 k) = map (fun _ => 0%Z) (seq 0 k)) by reflexivity.
    rewrite <- In0 in St.
    assert (Steps : forall u, (u < length (r_pulls pt))%nat -> (pull u < k)%nat /\ follows (policy_of (plays S)) k T F pull u).
    { intros u Lu. exact (steps_ok pull C (r_pulls pt) 0 St (fun v _ => eq_refl) u Lu). }
    assert (Tn : Z.to_nat T = length (r_pulls pt)) by (unfold T; apply Nat2Z.id).
    assert (Run : run (policy_of (plays S)) (nth 0 (r_ints pt) 0%Z) (nth 1 (r_ints pt) 0%Z) F pull).
    { rewrite Ek, Et. split; try (unfold T; lia).
      - intros t Lt. rewrite Nat2Z.id. apply Steps. unfold T in Lt. lia.
      - intros t Lt. rewrite Nat2Z.id. apply Steps. unfold T in Lt. lia.
      - intros i Li. rewrite Nat2Z.id in Li. unfold F. destruct (instance_arm i C Li) as [Ok ->]. exact (curve_in_class Concave _ Ok). }
    set (n := length (classes (given (body S)))). set (cl := class_in (classes (given (body S)))).
    assert (Cl : forall i, cl i = Concave).
    { intro i. unfold cl, class_in. destruct (nth_in_or_default i (classes (given (body S))) Concave) as [I| ->]; [|reflexivity].
      specialize (Cc _ I). now destruct (nth i (classes (given (body S))) Concave). }
    assert (Cu : forall i, (i < n)%nat -> curve_ok Concave (curve_of lowered i) = true).
    { intros i Li. unfold is_instance in Inst. rewrite !andb_true_iff, !forallb_forall in Inst. destruct Inst as [[[[[_ X] _] _] _] _].
      specialize (X i ltac:(apply in_seq; unfold n in Li; lia)). fold cl in X. now rewrite Cl in X. }
    set (v := here (body S) lowered). assert (Ev : v = world_at n cl lowered) by apply here_eq.
    assert (Va : forall i, (i < n)%nat -> aa v i = arm_of Concave (curve_of lowered i)).
    { intros i Li. rewrite Ev. cbn [world_at aa]. unfold arm_at. rewrite Cl. apply Nat.ltb_lt in Li as Lb'. rewrite Lb', (Cu i Li). reflexivity. }
    assert (n2 : n = (2 + roles S)%nat) by exact Lc.
    assert (Tpos : (0 <= T)%Z) by (unfold T; lia).
    assert (SV : zz v = zz w) by (rewrite Ev; reflexivity).
    assert (SR : rr v = rr w).
    { rewrite Ev. cbn [world_at rr run_world w lowered reals_at]. apply functional_extensionality. intro x. unfold nth_real.
      destruct x; try reflexivity. change 0 with (real 0%Q). now rewrite map_nth. }
    assert (T3 : zz w 3 = T) by (cbn [w run_world zz]; unfold nth_int; cbn [Pos.to_nat Pos.iter_op Nat.add Nat.sub]; exact Et).
    assert (V0 : Rew (aa v 0%nat) T = OPT (Z.of_nat k) F T).
    { rewrite Va by lia. unfold curve_of. cbn [lowered curves_at nth]. rewrite <- curve_sum_ok; [|exact (proj1 (instance_arm _ C Lb)) | assumption].
      unfold OPT. rewrite Nat2Z.id. symmetry.
      assert (Each : forall j, (j < k)%nat -> Rew (F j) T = real (curve_sum Concave (nth j (r_curves pt) flat) T)).
      { intros j Lj. unfold F. destruct (instance_arm j C Lj) as [Ok ->]. now rewrite curve_sum_ok. }
      rewrite (maxR_eq k (fun i => Rew (F i) T) (r_best pt) Lb).
      - now apply Each.
      - apply Rew_nonneg. unfold F. destruct (instance_arm _ C Lb) as [Ok ->]. exact (proj1 (curve_in_class Concave _ Ok)).
      - intros j Lj. rewrite !Each by assumption. apply Qle_real, Be, nth_In. exact Lj. }
    assert (V1 : Rew (aa v 1%nat) T = ALG F pull T).
    { rewrite Va by lia. pose proof (Cu 1%nat ltac:(lia)) as Ok. unfold curve_of in *. cbn [lowered curves_at nth] in *.
      rewrite <- curve_sum_ok by assumption. apply Qeq_real in Ea. rewrite <- Ea. apply earned_ok; [assumption| |reflexivity].
      intros u Lu. apply Steps. lia. }
    assert (V2 : forall i, (2 <= i)%nat -> (i < n)%nat -> aa v i = F (ro i)).
    { intros i L0 Li. rewrite Va by assumption. unfold curve_of. destruct i as [|[|i]]; try lia. cbn [lowered curves_at nth].
      unfold ro, role. replace (Datatypes.S (Datatypes.S i) - 2)%nat with i by lia.
      assert (Li' : (i < length (r_roles pt))%nat) by lia.
      rewrite (nth_indep _ flat (nth 0 (r_curves pt) flat)) by (rewrite map_length; assumption).
      rewrite (map_nth (fun i => nth i (r_curves pt) flat)). unfold F.
      assert (Bi : (nth i (r_roles pt) 0 < k)%nat) by (apply Nat.ltb_lt, Br, nth_In; assumption).
      symmetry. apply (instance_arm _ C Bi). }
    rewrite Ek, Et.
    (* beyond the declared arms nothing is named *)
    set (v' := World (zz v) (rr v) (fun i => if Nat.ltb i 2 then aa v i else F (ro i))).
    assert (Same : forall g, defined_point n cl lowered g = true -> form_at v g = form_at v' g).
    { intros g Dg. unfold form_at, form_value. f_equal. unfold defined_point in Dg. rewrite !andb_true_iff, !forallb_forall in Dg. destruct Dg as [_ X].
      induction (terms g) as [|[c a] l IH]; [reflexivity|]. cbn [terms_value]. rewrite IH by (intros x Ix; apply X; now right).
      f_equal. f_equal. specialize (X _ (or_introl eq_refl)). cbn [snd] in X. cbv zeta in X. apply andb_true_iff in X. destruct X as [X _].
      apply Nat.ltb_lt in X. assert (E : aa v (Forms.arm_of a) = aa v' (Forms.arm_of a)).
      { cbn [aa v']. destruct (Nat.ltb_spec (Forms.arm_of a) 2); [reflexivity | now apply V2]. }
      cbn [zz v']. destruct a; cbn [Forms.arm_of atom_value] in *; now rewrite E. }
    assert (StandF : forall c, form_stands (left c) = true -> (reads_run (Z.of_nat k) F pull w c <-> reads v' c)).
    { intros c Hc. apply (comparison_stands (Z.of_nat k) T F pull ro w v'); auto.
      - intros i Li. cbn [aa v']. destruct (Nat.ltb_spec i 2); [lia|reflexivity]. }
    assert (Reads : forall c, form_stands (left c) = true -> defined_here (body S) lowered c = true -> (reads_run (Z.of_nat k) F pull w c <-> compares_at (body S) lowered c = true)).
    { intros c Hc Dc. rewrite (compares_here (body S) lowered c Dc). fold v. rewrite StandF by assumption. rewrite !reads_ok.
      unfold true_at, says. fold (form_at v' (left c)) (form_at v (left c)). now rewrite Same. }
    split; [exact L1|]. split; [exact L2|]. split; [now rewrite <- Ek, <- Et|]. split; [exact Lr|]. split; [|split].
    - intros f If. rewrite Nat2Z.id. now apply Nat.ltb_lt, Br.
    - intros p I. unfold run_premises in I. cbv zeta in I. repeat (apply in_app_or in I; destruct I as [I|I]); apply in_map_iff in I; destruct I as [x [<- Ix]].
      + now apply Z.leb_le, Pu.
      + now apply Z.leb_le, La.
      + specialize (Ap x Ix). apply negb_true_iff, Nat.eqb_neq in Ap. exact Ap.
      + specialize (Ob x Ix). now apply Z.eqb_eq in Ob.
      + assert (X : floor_at (here (body S) lowered) x) by (apply Pr; unfold premises; apply in_or_app; left; now apply in_map).
        fold v in X. unfold floor_at, index_at in *. now rewrite SV in X.
      + unfold is_instance in Inst. rewrite !andb_true_iff, !forallb_forall in Inst. destruct Inst as [[[_ G] _] _]. specialize (G x Ix).
        apply andb_true_iff in G. destruct G as [G1 G2]. apply Reads; auto.
    - intros f If. specialize (D f If). specialize (Fc f If). revert f D Fc If.
      assert (X : forall f, formula_defined (body S) lowered f = true -> formula_all_forms form_stands f = true ->
        (formula_by (reads_run (Z.of_nat k) F pull w) f <-> formula_here (body S) lowered f = true)).
      { apply (formula_all (fun f => formula_defined (body S) lowered f = true -> formula_all_forms form_stands f = true ->
          (formula_by (reads_run (Z.of_nat k) F pull w) f <-> formula_here (body S) lowered f = true))).
        - intros c D Hc. now apply Reads.
        - intros l IH D Hl. rewrite Forall_forall in IH. cbn [formula_defined formula_all_forms formula_by formula_here] in *. rewrite forallb_forall in *. rewrite each_ok.
          split; [intros G f If; apply (IH f If (D f If) (Hl f If)), G, in_map; assumption|].
          intros G p I. apply in_map_iff in I. destruct I as [f [<- If]]. apply (IH f If (D f If) (Hl f If)). now apply G.
        - intros l IH D Hl. rewrite Forall_forall in IH. cbn [formula_defined formula_all_forms formula_by formula_here] in *. rewrite forallb_forall in D, Hl. rewrite existsb_exists, some_ok.
          split.
          + intros [p [I Hp]]. apply in_map_iff in I. destruct I as [f [<- If]]. exists f. split; [assumption | now apply (IH f If (D f If) (Hl f If))].
          + intros [f [If Hf]]. exists (formula_by (reads_run (Z.of_nat k) F pull w) f). split; [now apply in_map | now apply (IH f If (D f If) (Hl f If))]. }
      intros f D Fc _. now apply X.
  Qed.
End RunPoint.
Theorem run_fails_sound S pt : run_fails S pt = true -> ~ meaning_run S.
Proof.
  unfold run_fails. rewrite andb_true_iff, negb_true_iff. intros [H N] M.
  destruct (is_run_ok S pt H) as [L1 [L2 [R0 [L3 [B [Pr G]]]]]]. rewrite meaning_run_ok in M.
  specialize (M _ _ _ _ _ L1 L2 R0 L3 B Pr). apply not_true_iff_false in N. apply N. rewrite forallb_forall.
  intros f If. apply (G f If). now apply M.
Qed.
