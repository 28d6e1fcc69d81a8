(* Sums over arms: shares of OPT(T), with a potential for the arms that crossed a level with their last
   pull.
     crossing_sum     the sum, as a theorem about runs
     crossing_ok      the rule crossing: what it needs, and what it brings in *)
Require Export RunFacts.
Require Import Lra Lia QArith Qreals Bool Arith.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

(* --- the sum, for a run of an index policy --- *)
Section CrossingSum.
  Variables (p : policy) (k T : Z) (F : nat -> arm) (s : nat -> nat) (q : index).
  Hypothesis R0 : run p k T F s.
  Hypothesis scored : p = ByIndex q.
  Hypothesis opening_pos : (1 <= opening q)%nat.
  Let m := opening q.
  Let n := Z.to_nat k.
  Let t1 := Z.to_nat T.
  Hypothesis enough : (m * n <= t1)%nat.
  Variables (g : nat) (D a b o l : R) (pot : nat -> Z -> R).
  Hypothesis g_arm : (g < n)%nat.
  Let O := OPT k F T.
  Notation N i := (count s t1 i).
  Let share (x : Z) := a + b * x.
  Definition late_at (u : nat) : Prop := (m * n <= u)%nat /\ (u < t1)%nat /\ s u <> g /\ count s u (s u) = (N (s u) - 1)%Z.
  Definition crosses_at (u : nat) : Prop := late_at u /\ count s u (s u) = level n s u.
  Hypothesis order_ : l <= a.
  Hypothesis best_ : (o + b * N g) * O <= D * Rew (F g) (N g).
  Hypothesis idle_ : forall i, (i < n)%nat -> i <> g -> share (Z.of_nat m) * O <= D * Rew (F i) (Z.of_nat m).
  Hypothesis late_ : forall u, late_at u -> (N (s u) <= level n s u)%Z -> share (N (s u)) * O <= D * Rew (F (s u)) (N (s u)).
  Hypothesis first_ : forall u, crosses_at u -> share (level n s u + 1) * O + pot (s u) (level n s u) <= D * Rew (F (s u)) (level n s u + 1).
  Hypothesis next_ : forall u v, crosses_at u -> crosses_at v -> (u < v)%nat -> s u <> s v -> (level n s u + 1 <= level n s v)%Z ->
    share (level n s v + 1) * O + pot (s v) (level n s v) <= pot (s u) (level n s u) + D * Rew (F (s v)) (level n s v + 1).
  Hypothesis last_ : forall u, crosses_at u -> (l - a) * O <= pot (s u) (level n s u).

  Definition crosses (u : nat) : bool :=
    Nat.leb (m * n) u && negb (Nat.eqb (s u) g) && Z.eqb (count s u (s u)) (N (s u) - 1) && Z.eqb (count s u (s u)) (level n s u).
  Lemma crosses_ok u : (u < t1)%nat -> crosses u = true -> crosses_at u.
  Proof.
    intros L. unfold crosses. rewrite !andb_true_iff, negb_true_iff. intros [[[A B] C] E]. apply Nat.leb_le in A. apply Nat.eqb_neq in B. apply Z.eqb_eq in C, E.
    repeat split; assumption.
  Qed.
  Definition gain (u : nat) : R := if crosses u then D * Rew (F (s u)) (level n s u + 1) - share (level n s u + 1) * O else 0.
  Lemma chain t : (t <= t1)%nat -> ((forall u, (u < t)%nat -> crosses u = false) /\ sumR t gain = 0) \/
    (exists u, (u < t)%nat /\ crosses u = true /\ pot (s u) (level n s u) <= sumR t gain).
  Proof.
    induction t as [|t IH]; intro L; [left; split; [lia|reflexivity]|]. cbn [sumR]. destruct (crosses t) eqn:C.
    - right. exists t. split; [lia|]. split; [assumption|]. pose proof (crosses_ok t ltac:(lia) C) as Ct. unfold gain at 2. rewrite C.
      destruct IH as [[_ Z0]|[u [Lu [Cu Pu]]]]; [lia| |].
      + rewrite Z0. pose proof (first_ t Ct). lra.
      + pose proof (crosses_ok u ltac:(lia) Cu) as Cu'. destruct Cu' as [[U1 [U2 [U3 U4]]] U5]. destruct Ct as [[V1 [V2 [V3 V4]]] V5].
        assert (Df : s u <> s t).
        { intro E. pose proof (count_mono s (S u) t (s u) ltac:(lia)) as X. rewrite count_step in X. rewrite E in X, U4. rewrite <- E in V4 at 1. rewrite E in V4. lia. }
        assert (Lv : (level n s u + 1 <= level n s t)%Z).
        { pose proof (maxZ_ge n (count s t) (s u) (pulls_in_range _ _ _ _ _ R0 u U2)). fold (level n s t) in H.
          pose proof (count_mono s (S u) t (s u) ltac:(lia)) as X. rewrite count_step in X. lia. }
        pose proof (next_ u t ltac:(repeat split; assumption) ltac:(repeat split; assumption) ltac:(lia) Df Lv). lra.
    - unfold gain at 2 4. rewrite C. destruct IH as [[N0 Z0]|[u [Lu [Cu Pu]]]]; [lia| |].
      + left. split; [|lra]. intros u Lu. destruct (Nat.eq_dec u t) as [->|]; [assumption | apply N0; lia].
      + right. exists u. split; [lia|]. split; [assumption|lra].
  Qed.
  Lemma O_nonneg : 0 <= O.
  Proof. destruct (opt_attained _ _ _ _ _ R0) as [i [Li Ei]]. unfold O. rewrite <- Ei. apply Rew_nonneg. now apply (is_concave _ _ _ _ _ R0). Qed.
  Lemma chain_total : (l - a) * O <= sumR t1 gain.
  Proof.
    pose proof O_nonneg. destruct (chain t1 (le_n _)) as [[_ ->]|[u [Lu [Cu Pu]]]]; [nra|]. pose proof (last_ u (crosses_ok u Lu Cu)). lra.
  Qed.
  Definition gain_of (i u : nat) : R := if Nat.eqb (s u) i then gain u else 0.
  Lemma gains : sumR t1 gain = sumR n (fun i => sumR t1 (gain_of i)).
  Proof.
    rewrite sumR_swap. apply sumR_ext. intros u Lu. rewrite (sumR_at n _ (s u)).
    - unfold gain_of. now rewrite Nat.eqb_refl.
    - exact (pulls_in_range _ _ _ _ _ R0 u Lu).
    - intros i _ Ne. unfold gain_of. destruct (Nat.eqb_spec (s u) i); [congruence|reflexivity].
  Qed.
  Lemma each_arm i : (i < n)%nat -> i <> g -> sumR t1 (gain_of i) + share (N i) * O <= D * Rew (F i) (N i).
  Proof.
    intros Li Dg. pose proof (opened _ _ _ _ _ R0 q scored opening_pos t1 i enough (le_n _) Li) as Nm. fold m in Nm.
    destruct (last_step_ok s t1 i ltac:(lia)) as [Lw [Ew Cw]]. set (w := last_step s t1 i) in *.
    assert (Zero : forall u, (u < t1)%nat -> u <> w -> gain_of i u = 0).
    { intros u Lu Du. unfold gain_of. destruct (Nat.eqb_spec (s u) i) as [E|]; [|reflexivity].
      unfold gain, crosses. rewrite E. destruct (Z.eqb_spec (count s u i) (N i - 1)) as [Ec|]; [|now rewrite andb_false_r].
      exfalso. destruct (Nat.lt_ge_cases u w).
      - pose proof (count_mono s (S u) w i ltac:(lia)) as X. cbn [count] in X. rewrite E, Nat.eqb_refl in X. lia.
      - pose proof (count_mono s (S w) u i ltac:(lia)) as X. cbn [count] in X. rewrite Ew, Nat.eqb_refl in X. pose proof (count_mono s (S u) t1 i ltac:(lia)) as Y. cbn [count] in Y. rewrite E, Nat.eqb_refl in Y. lia. }
    rewrite (sumR_at t1 _ w Lw Zero). unfold gain_of. rewrite Ew, Nat.eqb_refl.
    destruct (Nat.lt_ge_cases w (m * n)) as [Early|Later].
    - assert (E2 : N i = Z.of_nat m).
      { destruct (opening_counts _ _ _ _ _ R0 q scored opening_pos (m * n) enough (le_n _) i Li) as [_ E]. specialize (E eq_refl).
        pose proof (count_mono s (S w) (m * n) i ltac:(lia)) as X. cbn [count] in X. rewrite Ew, Nat.eqb_refl in X. fold m in E. lia. }
      rewrite E2. unfold gain, crosses. replace (Nat.leb (m * n) w) with false by (symmetry; apply Nat.leb_gt; lia). cbn [andb].
      pose proof (idle_ i Li Dg). lra.
    - assert (La : late_at w) by (unfold late_at; rewrite Ew; repeat split; assumption).
      unfold gain, crosses. rewrite Ew, Cw, Z.eqb_refl. replace (Nat.leb (m * n) w) with true by (symmetry; apply Nat.leb_le; lia).
      replace (Nat.eqb i g) with false by (symmetry; now apply Nat.eqb_neq). cbn [andb negb].
      pose proof (maxZ_ge n (count s w) i Li) as Mx. fold (level n s w) in Mx. rewrite Cw in Mx.
      destruct (Z.eqb_spec (N i - 1) (level n s w)) as [Cr|Cr].
      + replace (N i) with (level n s w + 1)%Z by lia. lra.
      + pose proof (late_ w La) as X. rewrite Ew in X. specialize (X ltac:(lia)). lra.
  Qed.
  Theorem crossing_sum : ((k - 2) * a + o + l + b * T) * O <= D * ALG F s T.
  Proof.
    rewrite (earned _ _ _ _ _ R0). fold n t1.
    assert (Each : forall i, (i < n)%nat -> sumR t1 (gain_of i) + (share (N i) + (if Nat.eqb i g then o - a else 0)) * O <= D * Rew (F i) (N i)).
    { intros i Li. destruct (Nat.eqb_spec i g) as [->|Dg].
      - rewrite sumR_zero; [unfold share; lra|]. intros u Lu. unfold gain_of. destruct (Nat.eqb_spec (s u) g) as [E|]; [|reflexivity]. unfold gain, crosses.
        rewrite E, Nat.eqb_refl. cbn [negb]. now rewrite andb_false_r.
      - pose proof (each_arm i Li Dg). lra. }
    pose proof (sumR_le n _ _ Each) as Sm. rewrite sumR_plus, <- gains in Sm. pose proof chain_total as Ct. rewrite (sumR_scal n D) in Sm.
    assert (Sh : sumR n (fun i => (share (N i) + (if Nat.eqb i g then o - a else 0)) * O) = (k * a + b * T + (o - a)) * O).
    { rewrite (sumR_ext n _ (fun i => O * (share (N i) + (if Nat.eqb i g then o - a else 0)))) by (intros; ring).
      rewrite sumR_scal, sumR_plus. unfold share. rewrite sumR_plus, sumR_const, sumR_scal, sumR_IZR.
      pose proof (counts_add_up _ _ _ _ _ R0 t1 (le_n _)) as X. fold n in X. rewrite X. unfold t1. rewrite (t1_T _ _ _ _ _ R0).
      rewrite (sumR_at n _ g g_arm); [|intros i _ Di; now destruct (Nat.eqb_spec i g)]. rewrite Nat.eqb_refl, INR_IZR_INZ.
      pose proof (n_k _ _ _ _ _ R0) as Y. fold n in Y. rewrite Y. ring. }
    rewrite Sh in Sm. lra.
  Qed.
End CrossingSum.

(* --- the rule --- *)
Record crossing := Crossing {
  weight : poly; beta : poly; alpha : poly; alpha_optimal : poly; alpha_last : poly; pot_u : poly; pot_v : poly;
  xN : positive; xM : positive; xB : positive; xL : positive; xH : positive; xG : positive; af : nat; ae : nat }.
Section Rule.
  Variables (S : run_statement) (c : @ctx tables) (r : crossing).
  Let t := tabs c.
  Let m := opening_of (plays S).
  Let lo := int_poly (Z.of_nat m).
  Definition new_place (ys : list nat) (facts : list comparison) : ctx :=
    assuming (Ctx (cs c) (hs c) (fams c) (Tables (counts t ++ []) (own t ++ ys))) facts.
  Definition several (d : nat) : list comparison := [ge (PEsub K (int_poly (Z.of_nat d))); ge (PEsub H (PEmul K lo))].
  Definition other_count (x : poly) : list comparison := map ge (of_count S [] x ++ at_opening S x ++ [PEsub (PEsub x lo) c1]).
  Definition share_of (a x : poly) : poly := PEadd a (PEmul (beta r) x).
  Definition opt_form_ (p : poly) : form := fscale p (rew 0 H).
  Definition gain_form (f : nat) (b : poly) : form :=
    less (fscale (weight r) (rew f (PEadd b c1))) (opt_form_ (share_of (alpha r) (PEadd b c1))).
  Definition at_level (p : poly) (x : positive) : poly := psubst (put_poly (xM r) (name x)) p.
  Definition pot_form (f : nat) (x : positive) : form := fadd (fscale (at_level (pot_u r) x) (rew f (name x))) (opt_form_ (at_level (pot_v r) x)).
  Definition crossed (f : nat) (x : positive) (before : list (positive * nat)) (sc : form) : list comparison :=
    ge (PEsub (name x) lo) :: moment_facts S t (Some f) (name x) (name x) m before (Some sc).
  Definition kinds (sc : form) : list (goal * ctx) :=
    let N := name (xN r) in let M := name (xM r) in let L := name (xL r) in let f := af r in let e := ae r in
    let one_more x := PEadd x c1 in
    let here := several 2 ++ crossed f (xM r) [(xB r, 0%nat)] sc ++ other_count (one_more M) in
    let both := [ge (PEsub (PEsub L M) c1); ge (PEsub (PEsub (PEsub (PEsub H (PEmul (PEsub K (int_poly 2)) lo)) M) L) (int_poly 2))] in
    [ (Says (less (fscale (weight r) (rew 0 N)) (opt_form_ (share_of (alpha_optimal r) N))) false,
       new_place [] (several 1 ++ map ge (of_count S [] N ++ at_opening S N)));
      (Says (less (fscale (weight r) (rew f lo)) (opt_form_ (share_of (alpha r) lo))) false, new_place [f] (several 2));
      (Says (gain_form f (PEsub N c1)) false,
       new_place [f] (several 2 ++ moment_facts S t (Some f) (PEsub N c1) M m [(xB r, 0%nat)] (Some sc) ++ [ge (PEsub M N)] ++ other_count N));
      (Says (less (gain_form f M) (pot_form f (xM r))) false, new_place [f] here);
      (Says (less (fadd (pot_form f (xM r)) (gain_form e L)) (pot_form e (xL r))) false,
       new_place [f; e] (several 3 ++ both ++ crossed f (xM r) [(xB r, 0%nat); (xH r, e)] sc ++ crossed e (xL r) [(xG r, 0%nat)] sc
         ++ other_count (one_more M) ++ other_count (one_more L)));
      (Says (fadd (pot_form f (xM r)) (opt_form_ (PEsub (alpha r) (alpha_last r)))) false, new_place [f] here) ].
  Definition names_ : list positive := [xN r; xM r; xB r; xL r; xH r; xG r].
  Definition bound_form : form :=
    less (fscale (weight r) (rew 1 H))
      (opt_form_ (PEadd (PEadd (PEadd (PEmul (PEsub K (int_poly 2)) (alpha r)) (alpha_optimal r)) (alpha_last r)) (PEmul (beta r) H))).
  Definition crossing_brings (classes_ : nat -> aclass) : @brings tables :=
    match scoring S with
    | Some sc =>
        if no_beside S && nodup_pos names_ && nodup_nat [af r; ae r]
           && clean_ctx (clean_tables S) names_ [af r; ae r] c
           && forallb (clean names_) [weight r; beta r; alpha r; alpha_optimal r; alpha_last r]
           && forallb (clean [xN r; xB r; xL r; xH r; xG r]) [pot_u r; pot_v r]
           && forallb (fun y => match classes_ y with Concave => true | _ => false end) (0%nat :: 1%nat :: af r :: ae r :: own t)
        then Some ((Sign (PEsub H (PEmul lo K)) false, c) :: (Sign (PEsub (alpha r) (alpha_last r)) false, c) :: kinds sc,
                   assuming c [Cmp GE bound_form])
        else None
    | None => None
    end.
End Rule.

Section RuleSound.
  Variables (S : run_statement) (k T : Z) (F : nat -> arm) (s : nat -> nat).
  Hypothesis R0 : run (policy_of (plays S)) k T F s.
  Let m := opening_of (plays S).
  Let n := Z.to_nat k.
  Let t1 := Z.to_nat T.
  Notation tables_at := (tables_at S k T F s).
  Notation roles_ok := (roles_ok S k T F s).
  Section AtPlace.
    Variables (bounded : bool) (cl : nat -> aclass) (c : @ctx tables) (r : crossing) (w : world) (ro : nat -> nat) (sc : form) (q : index).
    Let t := tabs c.
    Hypothesis Kn : known bounded cl tables_at c w.
    Hypothesis Ro : roles_ok t w ro.
    Hypothesis Sc : scoring S = Some sc.
    Hypothesis So : score_ok sc = true.
    Hypothesis Pq : policy_of (plays S) = ByIndex q.
    Hypothesis Oq : (1 <= opening q)%nat.
    Hypothesis Eq : opening q = m.
    Hypothesis Sq : forall f a M, score q k T f a M = written (score_world k T f a M) sc.
    Hypothesis distinct_names : NoDup (names_ r).
    Hypothesis distinct_arms : af r <> ae r.
    Hypothesis clean_c : clean_ctx (clean_tables S) (names_ r) [af r; ae r] c = true.
    Hypothesis clean_p : forall p, In p [weight r; beta r; alpha r; alpha_optimal r; alpha_last r] -> clean (names_ r) p = true.
    Hypothesis clean_uv : forall p, In p [pot_u r; pot_v r] -> clean [xN r; xB r; xL r; xH r; xG r] p = true.
    Hypothesis conc : forall y, In y (0%nat :: 1%nat :: af r :: ae r :: own t) -> cl y = Concave.
    Hypothesis enough : (m * n <= t1)%nat.
    Lemma W : tables_at t w. Proof. exact (known_tables _ _ _ _ _ Kn). Qed.

    (* a world with values for some of the new names and arms *)
    Section NewWorld.
      Variables (zs : list (positive * Z)) (js : list (nat * nat)) (facts : list comparison).
      Hypothesis zs_new : forall x, In x (map fst zs) -> In x (names_ r).
      Hypothesis js_new : forall y, In y (map fst js) -> In y [af r; ae r].
      Hypothesis js_arms : forall j, In j (map snd js) -> (j < n)%nat.
      Let w' := ext F w zs js.
      Let t' := Tables (counts t ++ []) (own t ++ map fst js).
      Lemma clean_sub : clean_ctx (clean_tables S) (map fst zs) (map fst js) c = true.
      Proof.
        assert (Cl : forall p, clean (names_ r) p = true -> clean (map fst zs) p = true).
        { intros p C. unfold clean in *. rewrite forallb_forall in *. auto. }
        assert (Ar : forall a, clean_atom (names_ r) [af r; ae r] a = true -> clean_atom (map fst zs) (map fst js) a = true).
        { intros a C. unfold clean_atom in *. apply andb_true_iff in C. destruct C as [C1 C2]. apply andb_true_iff. split.
          - apply negb_true_iff, not_true_iff_false. intro E. apply existsb_exists in E. destruct E as [y [Iy Ey]]. apply negb_true_iff, not_true_iff_false in C1. apply C1, existsb_exists. exists y. auto.
          - destruct a; rewrite ?andb_true_iff in *; try (now apply Cl). destruct C2. split; now apply Cl. }
        assert (Fo : forall f, clean_form (names_ r) [af r; ae r] f = true -> clean_form (map fst zs) (map fst js) f = true).
        { intros f C. unfold clean_form in *. rewrite andb_true_iff, forallb_forall in *. destruct C as [C1 C2]. split; [now apply Cl|].
          intros x I. specialize (C2 x I). rewrite andb_true_iff in *. destruct C2. split; [now apply Cl | now apply Ar]. }
        pose proof clean_c as C. unfold clean_ctx in *. rewrite !andb_true_iff, !forallb_forall in *. destruct C as [[[C1 C2] C3] C4]. repeat split.
        - intros x I. apply Cl. now apply C1.
        - intros x I. apply Fo. now apply C2.
        - intros x I. specialize (C3 x I). unfold clean_family in *. rewrite !andb_true_iff in *. destruct C3 as [[X1 X2] X3]. repeat split; auto.
          destruct (flast x); auto.
        - unfold clean_tables in *. rewrite andb_true_iff, !forallb_forall in *. destruct C4 as [X1 X2]. split; intros x I; auto.
      Qed.
      Lemma new_known : (forall x, In x facts -> fact_at cl w' x) -> known bounded cl tables_at (new_place c (map fst js) facts) w'.
      Proof.
        intro Fa. pose proof (ext_agree F w zs js) as Ag. apply known_assuming; [|exact Fa].
        assert (Ar : arms_at bounded cl w').
        { apply (ext_arms S k T F s R0); [exact (known_arms _ _ _ _ _ Kn) | | exact js_arms].
          intros y I. apply conc. right. right. destruct (js_new y I) as [<-|[<-|[]]]; [now left | right; now left]. }
        pose proof (known_agree bounded cl tables_at (clean_tables S) (RunRules.tables_agree S k T F s) _ _ c w w' Ag clean_sub Ar Kn) as Kn'.
        destruct Kn' as [A' T' C' H' F']. split; try assumption. cbn [tabs].
        apply (ext_tables S k T F s t w ro zs js []); auto using W; [|intros ? ? []].
        pose proof clean_sub as C. unfold clean_ctx in C. rewrite !andb_true_iff in C. tauto.
      Qed.
      Lemma new_tables_ : tables_at t' w' /\ roles_ok t' w' (ext_ro ro js).
      Proof.
        apply (ext_tables S k T F s t w ro zs js []); auto using W; [|intros ? ? []].
        pose proof clean_sub as C. unfold clean_ctx in C. rewrite !andb_true_iff in C. tauto.
      Qed.
      Lemma same_value p : clean (names_ r) p = true -> value w' p = value w p.
      Proof.
        intro C. symmetry. apply (agree_value (map fst zs) (map fst js)); [apply ext_agree|]. unfold clean in *. rewrite forallb_forall in *. auto.
      Qed.
      Lemma kind_holds f g : valid bounded cl tables_at (new_place c (map fst js) facts) (Says f g) -> (forall x, In x facts -> fact_at cl w' x) ->
        defined cl w' f -> if g then 0 < form_at w' f else 0 <= form_at w' f.
      Proof. intros V Fa Df. exact (V w' (new_known Fa) Df). Qed.
    End NewWorld.

    (* what is known of the kinds of arms, at a world with names and arms of a kind *)
    Section Kind.
      Variables (zs : list (positive * Z)) (js : list (nat * nat)).
      Hypothesis zs_new : forall x, In x (map fst zs) -> In x (names_ r).
      Hypothesis zs_nodup : NoDup (map fst zs).
      Hypothesis js_new : forall y, In y (map fst js) -> In y [af r; ae r].
      Hypothesis js_arms : forall j, In j (map snd js) -> (j < n)%nat.
      Let w' := ext F w zs js.
      Let ro' := ext_ro ro js.
      Let t' := Tables (counts t ++ []) (own t ++ map fst js).
      Lemma W' : tables_at t' w'. Proof. exact (proj1 (new_tables_ zs js zs_new js_new js_arms)). Qed.
      Lemma R' : roles_ok t' w' ro'. Proof. exact (proj2 (new_tables_ zs js zs_new js_new js_arms)). Qed.
      Lemma K' : index_at w' K = k. Proof. exact (index_K S k T F s t' w' W'). Qed.
      Lemma H' : index_at w' H = T. Proof. exact (index_H S k T F s t' w' W'). Qed.
      Lemma named x v : In (x, v) zs -> index_at w' (name x) = v.
      Proof. intro I. change (index_at w' (name x)) with (lookup (zz w x) zs x). now apply lookup_in. Qed.
      Lemma own_zero : In 0%nat (own t). Proof. exact (best_own _ _ _ _ _ _ _ W). Qed.
      Lemma not_new i : In i (own t) -> ~ In i (map fst js).
      Proof.
        intros I J. pose proof clean_c as C. unfold clean_ctx in C. rewrite !andb_true_iff in C. destruct C as [_ C].
        destruct (clean_tables_spec _ _ _ _ C) as [_ Y]. apply (Y i); [right; now right | now apply js_new].
      Qed.
      Lemma ro_old i : In i (own t) -> ro' i = ro i.
      Proof. intro I. unfold ro', ext_ro. rewrite find_role_out; [reflexivity | now apply not_new]. Qed.
      Lemma conc_own i : In i (own t') -> cl i = Concave.
      Proof. intro I. cbn [t' own] in I. apply in_app_or in I. apply conc. right. right. destruct I as [I|I]; [right; now right|]. destruct (js_new i I) as [<-|[<-|[]]]; [now left | right; now left]. Qed.
      Lemma opened_all i : (i < n)%nat -> (Z.of_nat m <= count s t1 i)%Z.
      Proof. intro Li. pose proof (opened _ _ _ _ _ R0 q Pq Oq t1 i) as X. rewrite Eq in X. now apply X. Qed.
      Lemma several_ok d x : (Z.of_nat d <= k)%Z -> In x (several S d) -> fact_at cl w' x.
      Proof.
        intros L [<-|[<-|[]]]; apply good_fact; (split; [reflexivity|]).
        - change (0 <= index_at w' K - Z.of_nat d)%Z. rewrite K'. lia.
        - change (0 <= index_at w' H - index_at w' K * Z.of_nat m)%Z. rewrite K', H'. pose proof (t1_T _ _ _ _ _ R0) as X. pose proof (n_k _ _ _ _ _ R0) as Y. fold n in Y. fold t1 in X. nia.
      Qed.
      Lemma counted x i y : is_index x = true -> (i < n)%nat -> index_at w' x = count s t1 i -> In y (map ge (of_count S [] x ++ at_opening S x)) -> fact_at cl w' y.
      Proof.
        intros Ix Li E I. revert y I. apply all_good. intros p I. apply in_app_or in I. destruct I as [I|I].
        - apply (of_count_good S k T F s R0 t' w' ro' W' R' [] x i); auto. intros ? [].
        - pose proof (sum_one (count s t1) (Z.of_nat m) n opened_all i Li) as X. pose proof (counts_add_up _ _ _ _ _ R0 t1 (le_n _)) as Sm. fold n in Sm. rewrite Sm in X.
          pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. pose proof (t1_T _ _ _ _ _ R0) as tT. fold t1 in tT.
          destruct I as [<-|[<-|[]]]; (split; [cbn [is_index]; now rewrite Ix|]).
          + change (0 <= index_at w' x - Z.of_nat m)%Z. rewrite E. pose proof (opened_all i Li). lia.
          + change (0 <= index_at w' H - index_at w' x - Z.of_nat m * (index_at w' K - 1))%Z. rewrite E, K', H'. lia.
      Qed.
      Lemma other_ok x i y : is_index x = true -> (i < n)%nat -> index_at w' x = count s t1 i -> (Z.of_nat m + 1 <= count s t1 i)%Z -> In y (other_count S x) -> fact_at cl w' y.
      Proof.
        intros Ix Li E L I. unfold other_count in I. rewrite app_assoc, map_app in I. apply in_app_or in I. destruct I as [I|[<-|[]]]; [now apply (counted x i)|].
        apply good_fact. split; [cbn [is_index]; now rewrite Ix|]. change (0 <= index_at w' x - Z.of_nat m - 1)%Z. lia.
      Qed.
      Lemma at_moment u f a M before x : is_index a = true -> is_index M = true -> (m * n <= u)%nat -> (u < t1)%nat -> In f (own t') -> ro' f = s u ->
        index_at w' a = count s u (s u) -> index_at w' M = level n s u -> (forall b, In b before -> In (snd b) (own t') /\ index_at w' (name (fst b)) = count s u (ro' (snd b))) ->
        In x (moment_facts S t (Some f) a M m before (Some sc)) -> fact_at cl w' x.
      Proof.
        intros Ia IM L1 L2 If Rf Ea EM Hb I.
        pose proof (maxZ_ge n (count s u) (s u) (pulls_in_range _ _ _ _ _ R0 u L2)) as Mx. fold (level n s u) in Mx.
        refine (moment_ok S k T F s R0 t' w' ro' cl W' R' conc_own t u m (Some f) a M before (Some sc) _ _ Ia IM _ EM Hb _ _ x I).
        - intros g N. unfold names_of, t'. cbn [counts]. now rewrite app_nil_r.
        - rewrite <- Eq. apply (moment_late S k T F s R0 u q); auto. now rewrite Eq.
        - lia.
        - intros g E. injection E as <-. split; [assumption|]. split; [rewrite Rf; exact Ea | now rewrite Rf].
        - intros y E. injection E as <-. split; [assumption|]. split; [rewrite <- Eq; exact Oq|]. exists q. split; [exact Pq|]. split; [exact Oq|]. split; [exact Eq|]. split; [exact L1 | exact Sq].
      Qed.
      Lemma crossed_ok u f x before y : (m * n <= u)%nat -> (u < t1)%nat -> In f (own t') -> ro' f = s u -> count s u (s u) = level n s u ->
        index_at w' (name x) = level n s u -> (forall b, In b before -> In (snd b) (own t') /\ index_at w' (name (fst b)) = count s u (ro' (snd b))) ->
        In y (crossed S c f x before sc) -> fact_at cl w' y.
      Proof.
        intros L1 L2 If Rf Cr Ex Hb [<-|I].
        - apply good_fact. split; [reflexivity|]. change (0 <= index_at w' (name x) - Z.of_nat m)%Z. rewrite Ex, <- Cr.
          pose proof (opened _ _ _ _ _ R0 q Pq Oq u (s u)) as X. rewrite Eq in X. specialize (X L1 ltac:(fold t1; lia) (pulls_in_range _ _ _ _ _ R0 u L2)). lia.
        - apply (at_moment u f (name x) (name x) before y); auto. now rewrite Ex, Cr.
      Qed.
      (* values of the forms *)
      Let O := OPT k F T.
      Lemma opt_value p : form_at w' (opt_form_ p) = value w' p * O /\ defined cl w' (opt_form_ p).
      Proof.
        split.
        - unfold opt_form_, form_at. rewrite fscale_value. fold (form_at w' (rew 0 H)). rewrite rew_value, H'. unfold value, env. f_equal. exact (opt_at _ _ _ _ _ _ _ W').
        - apply fscale_domain. apply rew_defined; [reflexivity|]. rewrite H'. exact (some_steps _ _ _ _ _ R0).
      Qed.
      Lemma scaled_rew p f i x : is_index x = true -> (0 <= index_at w' x)%Z -> In f (own t') -> ro' f = i ->
        form_at w' (fscale p (rew f x)) = value w' p * Rew (F i) (index_at w' x) /\ defined cl w' (fscale p (rew f x)).
      Proof.
        intros Ix L If Rf. split.
        - unfold form_at. rewrite fscale_value. fold (form_at w' (rew f x)). rewrite rew_value. destruct (own_ok _ _ _ _ _ _ _ _ R' f If) as [_ ->]. now rewrite Rf.
        - apply fscale_domain. now apply rew_defined.
      Qed.
      Lemma clean_value p : In p [weight r; beta r; alpha r; alpha_optimal r; alpha_last r] -> value w' p = value w p.
      Proof. intro I. apply same_value; [exact zs_new | now apply clean_p]. Qed.
      Lemma share_value a x : In a [weight r; beta r; alpha r; alpha_optimal r; alpha_last r] -> is_index x = true ->
        value w' (share_of r a x) = value w a + value w (beta r) * index_at w' x.
      Proof.
        intros Ia Ix. change (value w' a + value w' (beta r) * value w' x = value w a + value w (beta r) * index_at w' x).
        rewrite (clean_value a Ia), (clean_value (beta r)) by (cbn; auto). f_equal. f_equal. now apply zeval_ok.
      Qed.
      Lemma level_value_ p x : In p [pot_u r; pot_v r] -> value w' (at_level r p x) = value (put w (xM r) (index_at w' (name x))) p.
      Proof.
        intro Ip. unfold at_level, value, env.
        assert (Ix : is_index (name x) = true) by reflexivity. destruct (put_poly_world w' (xM r) (name x) Ix) as [Pz [Pr Pi]].
        rewrite <- (psubst_value (zz w') (rr w') _ Pi). apply peval_ext. intros y My. unfold environment. destruct y as [y|y|]; [apply Pr | | reflexivity].
        f_equal. rewrite Pz. cbn [put zz]. destruct (Pos.eqb_spec y (xM r)) as [->|Dy]; [reflexivity|]. cbn [w' ext zz]. apply lookup_out. intro I.
        pose proof (clean_uv p Ip) as C. unfold clean in C. rewrite forallb_forall in C. pose proof (zs_new y I) as Z0. unfold names_ in Z0.
        assert (Z1 : In y [xN r; xB r; xL r; xH r; xG r]) by (cbn in Z0 |- *; intuition congruence). specialize (C y Z1). rewrite My in C. discriminate.
      Qed.
    End Kind.

    (* --- each kind --- *)
    Hypothesis met_ : forall o, In o (kinds S c r sc) -> valid bounded cl tables_at (snd o) (fst o).
    Let O := OPT k F T.
    Let D := value w (weight r).
    Let a := value w (alpha r).
    Let b := value w (beta r).
    Definition potential (i : nat) (M : Z) : R := value (put w (xM r) M) (pot_u r) * Rew (F i) M + value (put w (xM r) M) (pot_v r) * O.
    Let g := ro 0%nat.
    Notation N i := (count s t1 i).
    Lemma nodup_sub l : (forall x, In x l -> In x (names_ r)) -> True. Proof. trivial. Qed.
    Lemma names_distinct : forall i j, (i < 6)%nat -> (j < 6)%nat -> i <> j -> nth i (names_ r) 1%positive <> nth j (names_ r) 1%positive.
    Proof. intros i j Li Lj Ne E. apply Ne. apply (proj1 (NoDup_nth (names_ r) 1%positive) distinct_names); cbn; lia || exact E. Qed.
    Lemma g_arm : (g < n)%nat. Proof. exact (proj1 (own_ok _ _ _ _ _ _ _ _ Ro 0%nat own_zero)). Qed.
    Lemma in_names x : In x [xN r; xM r; xB r; xL r; xH r; xG r] -> In x (names_ r). Proof. trivial. Qed.
    Lemma kind_best : (value w (alpha_optimal r) + b * N g) * O <= D * Rew (F g) (N g).
    Proof.
      set (zs := [(xN r, N g)]). set (js := @nil (nat * nat)).
      assert (Z1 : forall x, In x (map fst zs) -> In x (names_ r)) by (intros x [<-|[]]; now left).
      assert (J1 : forall y, In y (map fst js) -> In y [af r; ae r]) by (intros ? []). assert (J2 : forall j, In j (map snd js) -> (j < n)%nat) by (intros ? []).
      assert (Zd : NoDup (map fst zs)) by (repeat constructor; intros []).
      assert (Ex : index_at (ext F w zs js) (name (xN r)) = N g) by (apply named; [assumption | now left]).
      pose proof own_zero as O0. assert (O0' : In 0%nat (own t ++ map fst js)) by (apply in_or_app; now left).
      pose proof (count_nonneg s t1 g) as Ng.
      destruct (scaled_rew zs js Z1 J1 J2 (weight r) 0 g (name (xN r)) eq_refl ltac:(rewrite Ex; exact Ng) O0' (ro_old js J1 0%nat O0)) as [V1 D1].
      destruct (opt_value zs js Z1 J1 J2 (share_of r (alpha_optimal r) (name (xN r)))) as [V2 D2].
      pose proof (kind_holds zs js _ Z1 J1 J2 _ _ (met_ _ (or_introl eq_refl))) as X. cbn beta iota in X.
      assert (Y := X ltac:(intros x I; apply in_app_or in I; destruct I as [I|I];
        [apply (several_ok zs js Z1 J1 J2 1); [pose proof (some_arm _ _ _ _ _ R0); lia | exact I] | apply (counted zs js Z1 J1 J2 (name (xN r)) g); auto using g_arm])
        ltac:(now apply less_defined)).
      rewrite less_value, V1, V2, (clean_value zs js Z1), (share_value zs js Z1), Ex in Y by (cbn; auto). unfold D, b, O. lra.
    Qed.
    Section OneArm.
      Variables (i : nat).
      Hypothesis Li : (i < n)%nat.
      Hypothesis Ng : i <> g.
      Lemma two_arms : (2 <= k)%Z.
      Proof. pose proof g_arm. pose proof (n_k _ _ _ _ _ R0) as Y. fold n in Y. lia. Qed.
      Lemma kind_idle : (a + b * Z.of_nat m) * O <= D * Rew (F i) (Z.of_nat m).
      Proof.
        set (zs := @nil (positive * Z)). set (js := [(af r, i)]).
        assert (Z1 : forall x, In x (map fst zs) -> In x (names_ r)) by (intros x []).
        assert (J1 : forall y, In y (map fst js) -> In y [af r; ae r]) by (intros y [<-|[]]; now left). assert (J2 : forall j, In j (map snd js) -> (j < n)%nat) by (intros j [<-|[]]; exact Li).
        assert (Of : In (af r) (own t ++ map fst js)) by (apply in_or_app; right; now left).
        assert (Rf : ext_ro ro js (af r) = i) by (unfold ext_ro; cbn; now rewrite Nat.eqb_refl).
        assert (Ex : index_at (ext F w zs js) (int_poly (Z.of_nat m)) = Z.of_nat m) by reflexivity.
        destruct (scaled_rew zs js Z1 J1 J2 (weight r) (af r) i (int_poly (Z.of_nat m)) eq_refl ltac:(rewrite Ex; lia) Of Rf) as [V1 D1].
        destruct (opt_value zs js Z1 J1 J2 (share_of r (alpha r) (int_poly (Z.of_nat m)))) as [V2 D2].
        pose proof (kind_holds zs js _ Z1 J1 J2 _ _ (met_ _ (or_intror (or_introl eq_refl)))) as X. cbn beta iota in X.
        assert (Y := X ltac:(intros x I; apply (several_ok zs js Z1 J1 J2 2); [pose proof two_arms; lia | exact I]) ltac:(now apply less_defined)).
        fold m in Y. rewrite less_value, V1, V2, (clean_value zs js Z1), (share_value zs js Z1), Ex in Y by (cbn; auto). unfold D, a, b, O. lra.
      Qed.
    End OneArm.
    Section OnePull.
      Variable u : nat.
      Hypothesis La : late_at k T s q g u.
      Lemma late_facts : (m * n <= u)%nat /\ (u < t1)%nat /\ s u <> g /\ count s u (s u) = (N (s u) - 1)%Z /\ (s u < n)%nat /\ (Z.of_nat m + 1 <= N (s u))%Z.
      Proof.
        destruct La as [A [B [C E]]]. rewrite Eq in A. fold n in A. fold t1 in B, E. pose proof (pulls_in_range _ _ _ _ _ R0 u B) as Lu.
        pose proof (opened _ _ _ _ _ R0 q Pq Oq u (s u)) as X. rewrite Eq in X. specialize (X A ltac:(fold t1; lia) Lu). repeat split; try assumption. lia.
      Qed.
      Lemma kind_late : (N (s u) <= level n s u)%Z -> (a + b * N (s u)) * O <= D * Rew (F (s u)) (N (s u)).
      Proof.
        intro Beyond. destruct late_facts as [A [B [C [E [Lu Nm]]]]].
        set (zs := [(xN r, N (s u)); (xM r, level n s u); (xB r, count s u g)]). set (js := [(af r, s u)]).
        assert (Z1 : forall x, In x (map fst zs) -> In x (names_ r)) by (intros x [<-|[<-|[<-|[]]]]; cbn; auto).
        assert (J1 : forall y, In y (map fst js) -> In y [af r; ae r]) by (intros y [<-|[]]; now left). assert (J2 : forall j, In j (map snd js) -> (j < n)%nat) by (intros j [<-|[]]; exact Lu).
        assert (Zd : NoDup (map fst zs)).
        { pose proof distinct_names as X. unfold names_ in X. cbn [map fst zs]. inversion X as [|x1 l1 N1 X1]; subst. inversion X1 as [|x2 l2 N2 X2]; subst. inversion X2 as [|x3 l3 N3 X3]; subst.
          constructor; [intros [E0|[E0|[]]]; apply N1; cbn; auto|]. constructor; [intros [E0|[]]; apply N2; cbn; auto|]. repeat constructor. intros []. }
        assert (EN : index_at (ext F w zs js) (name (xN r)) = N (s u)) by (apply named; [assumption | now left]).
        assert (EM : index_at (ext F w zs js) (name (xM r)) = level n s u) by (apply named; [assumption | right; now left]).
        assert (EB : index_at (ext F w zs js) (name (xB r)) = count s u g) by (apply named; [assumption | right; right; now left]).
        assert (Of : In (af r) (own t ++ map fst js)) by (apply in_or_app; right; now left).
        assert (Rf : ext_ro ro js (af r) = s u) by (unfold ext_ro; cbn; now rewrite Nat.eqb_refl).
        pose proof own_zero as O0. assert (O0' : In 0%nat (own t ++ map fst js)) by (apply in_or_app; now left).
        set (x := PEadd (PEsub (name (xN r)) c1) c1).
        assert (Ex : index_at (ext F w zs js) x = N (s u)) by (change (index_at (ext F w zs js) (name (xN r)) - 1 + 1 = N (s u))%Z; lia).
        destruct (scaled_rew zs js Z1 J1 J2 (weight r) (af r) (s u) x eq_refl ltac:(rewrite Ex; lia) Of Rf) as [V1 D1].
        destruct (opt_value zs js Z1 J1 J2 (share_of r (alpha r) x)) as [V2 D2].
        pose proof (kind_holds zs js _ Z1 J1 J2 _ _ (met_ _ (or_intror (or_intror (or_introl eq_refl))))) as X. cbn beta iota in X.
        assert (Fa : forall y, In y (several S 2 ++ moment_facts S t (Some (af r)) (PEsub (name (xN r)) c1) (name (xM r)) m [(xB r, 0%nat)] (Some sc)
            ++ [ge (PEsub (name (xM r)) (name (xN r)))] ++ other_count S (name (xN r))) -> fact_at cl (ext F w zs js) y).
        { intros y I. apply in_app_or in I. destruct I as [I|I]; [apply (several_ok zs js Z1 J1 J2 2); [pose proof (two_arms (s u) Lu C); lia | exact I]|].
          apply in_app_or in I. destruct I as [I|I].
          - apply (at_moment zs js Z1 J1 J2 u (af r) (PEsub (name (xN r)) c1) (name (xM r)) [(xB r, 0%nat)] y); auto.
            + change (index_at (ext F w zs js) (name (xN r)) - 1 = count s u (s u))%Z. rewrite EN, E. reflexivity.
            + intros bb [<-|[]]. cbn [fst snd]. split; [exact O0'|]. rewrite EB. now rewrite (ro_old js J1 0%nat O0).
          - apply in_app_or in I. destruct I as [[<-|[]]|I].
            + apply good_fact. split; [reflexivity|]. change (0 <= index_at (ext F w zs js) (name (xM r)) - index_at (ext F w zs js) (name (xN r)))%Z. lia.
            + apply (other_ok zs js Z1 J1 J2 (name (xN r)) (s u) y); auto. }
        assert (Y := X Fa ltac:(now apply less_defined)). unfold gain_form in Y. fold x in Y.
        rewrite less_value, V1, V2, (clean_value zs js Z1), (share_value zs js Z1), Ex in Y by (cbn; auto). unfold D, a, b, O. lra.
      Qed.
    End OnePull.

    Lemma distinct_three x y z : In x (names_ r) -> In y (names_ r) -> In z (names_ r) -> x <> y -> x <> z -> y <> z -> NoDup [x; y; z].
    Proof. intros _ _ _ A B C. constructor; [intros [E|[E|[]]]; congruence|]. constructor; [intros [E|[]]; congruence|]. repeat constructor. intros []. Qed.
    Section Crossed.
      Variable u : nat.
      Hypothesis Cu : crosses_at k T s q g u.
      Lemma crossed_facts : late_at k T s q g u /\ count s u (s u) = level n s u /\ N (s u) = (level n s u + 1)%Z.
      Proof. destruct Cu as [La Cr]. destruct (late_facts u La) as [A [B [C [E [Lu Nm]]]]]. fold n in Cr. split; [assumption|]. split; [assumption|]. lia. Qed.
      Let zs := [(xM r, level n s u); (xB r, count s u g)].
      Let js := [(af r, s u)].
      Let M := name (xM r).
      Let facts_ := several S 2 ++ crossed S c (af r) (xM r) [(xB r, 0%nat)] sc ++ other_count S (PEadd M c1).
      Lemma here_new : (forall x, In x (map fst zs) -> In x (names_ r)) /\ NoDup (map fst zs) /\ (forall y, In y (map fst js) -> In y [af r; ae r]) /\ (forall j, In j (map snd js) -> (j < n)%nat).
      Proof.
        destruct crossed_facts as [La [Cr Nu]]. destruct (late_facts u La) as [A [B [C [E [Lu Nm]]]]]. split; [|split; [|split]].
        - intros x [<-|[<-|[]]]; cbn; auto.
        - pose proof (names_distinct 1 2 ltac:(lia) ltac:(lia) ltac:(lia)) as X. cbn [names_ nth] in X. constructor; [intros [E0|[]]; now apply X|]. repeat constructor. intros [].
        - intros y [<-|[]]. now left.
        - intros j [<-|[]]. exact Lu.
      Qed.
      Lemma here_values : index_at (ext F w zs js) M = level n s u /\ (forall x, In x facts_ -> fact_at cl (ext F w zs js) x) /\
        (forall p, form_at (ext F w zs js) (fscale p (rew (af r) M)) = value (ext F w zs js) p * Rew (F (s u)) (level n s u) /\ defined cl (ext F w zs js) (fscale p (rew (af r) M))) /\
        (forall p, form_at (ext F w zs js) (fscale p (rew (af r) (PEadd M c1))) = value (ext F w zs js) p * Rew (F (s u)) (level n s u + 1) /\ defined cl (ext F w zs js) (fscale p (rew (af r) (PEadd M c1)))).
      Proof.
        destruct crossed_facts as [La [Cr Nu]]. destruct (late_facts u La) as [A [B [C [E [Lu Nm]]]]]. destruct here_new as [Z1 [Zd [J1 J2]]].
        assert (EM : index_at (ext F w zs js) M = level n s u) by (apply named; [assumption | now left]).
        assert (EB : index_at (ext F w zs js) (name (xB r)) = count s u g) by (apply named; [assumption | right; now left]).
        assert (E1 : index_at (ext F w zs js) (PEadd M c1) = (level n s u + 1)%Z) by (change (index_at (ext F w zs js) M + 1 = level n s u + 1)%Z; lia).
        assert (Of : In (af r) (own t ++ map fst js)) by (apply in_or_app; right; now left).
        assert (Rf : ext_ro ro js (af r) = s u) by (unfold ext_ro; cbn; now rewrite Nat.eqb_refl).
        pose proof own_zero as O0. assert (O0' : In 0%nat (own t ++ map fst js)) by (apply in_or_app; now left).
        pose proof (count_nonneg s u (s u)) as Nn. split; [assumption|]. split; [|split].
        - intros y I. apply in_app_or in I. destruct I as [I|I]; [apply (several_ok zs js Z1 J1 J2 2); [pose proof (two_arms (s u) Lu C); lia | exact I]|].
          apply in_app_or in I. destruct I as [I|I].
          + apply (crossed_ok zs js Z1 J1 J2 u (af r) (xM r) [(xB r, 0%nat)] y); auto.
            intros bb [<-|[]]. cbn [fst snd]. split; [exact O0'|]. rewrite EB. now rewrite (ro_old js J1 0%nat O0).
          + apply (other_ok zs js Z1 J1 J2 (PEadd M c1) (s u) y); auto. now rewrite E1, Nu.
        - intro p. rewrite <- EM. apply (scaled_rew zs js Z1 J1 J2 p (af r) (s u) M eq_refl ltac:(rewrite EM; lia) Of Rf).
        - intro p. rewrite <- E1. apply (scaled_rew zs js Z1 J1 J2 p (af r) (s u) (PEadd M c1) eq_refl ltac:(rewrite E1; lia) Of Rf).
      Qed.
      Lemma pot_value : form_at (ext F w zs js) (pot_form r (af r) (xM r)) = potential (s u) (level n s u) /\ defined cl (ext F w zs js) (pot_form r (af r) (xM r)).
      Proof.
        destruct here_new as [Z1 [Zd [J1 J2]]]. destruct here_values as [EM [_ [V1 _]]]. destruct (V1 (at_level r (pot_u r) (xM r))) as [A1 A2].
        destruct (opt_value zs js Z1 J1 J2 (at_level r (pot_v r) (xM r))) as [B1 B2]. split; [|now apply fadd_domain].
        unfold pot_form, form_at. rewrite fadd_value. fold (form_at (ext F w zs js) (fscale (at_level r (pot_u r) (xM r)) (rew (af r) (name (xM r))))).
        fold (form_at (ext F w zs js) (opt_form_ (at_level r (pot_v r) (xM r)))). fold M. rewrite A1, B1, !(level_value_ zs js Z1) by (cbn; auto). fold M. rewrite EM.
        unfold potential. f_equal; f_equal; unfold value, env; apply peval_ext; intros y My; unfold environment; destruct y as [y|y|]; try reflexivity; f_equal; cbn [put zz];
          destruct (Pos.eqb_spec y (xM r)) as [|Dy]; try reflexivity; cbn [ext zz]; apply lookup_out; intro I.
        all: match goal with H0 : mentions _ ?p = true |- _ => assert (Cp : clean [xN r; xB r; xL r; xH r; xG r] p = true) by (apply clean_uv; cbn; auto) end.
        all: unfold clean in Cp; rewrite forallb_forall in Cp; assert (Z2 : In y [xN r; xB r; xL r; xH r; xG r]) by (cbn in I |- *; intuition congruence); specialize (Cp y Z2); rewrite My in Cp; discriminate.
      Qed.
      Lemma kind_first : (a + b * (level n s u + 1)%Z) * O + potential (s u) (level n s u) <= D * Rew (F (s u)) (level n s u + 1).
      Proof.
        destruct here_new as [Z1 [Zd [J1 J2]]]. destruct here_values as [EM [Fa [_ V2]]]. destruct pot_value as [P1 P2].
        destruct (V2 (weight r)) as [A1 A2]. destruct (opt_value zs js Z1 J1 J2 (share_of r (alpha r) (PEadd M c1))) as [B1 B2].
        pose proof (kind_holds zs js _ Z1 J1 J2 _ _ (met_ _ (or_intror (or_intror (or_intror (or_introl eq_refl)))))) as X. cbn beta iota in X.
        assert (Y := X Fa ltac:(apply less_defined; [now apply less_defined | exact P2])). unfold gain_form in Y. fold M in Y.
        assert (E1 : index_at (ext F w zs js) (PEadd M c1) = (level n s u + 1)%Z) by (change (index_at (ext F w zs js) M + 1 = level n s u + 1)%Z; lia).
        rewrite !less_value, A1, B1, P1, (clean_value zs js Z1), (share_value zs js Z1), E1 in Y by (cbn; auto). unfold D, a, b, O. lra.
      Qed.
      Lemma kind_last : (value w (alpha_last r) - a) * O <= potential (s u) (level n s u).
      Proof.
        destruct here_new as [Z1 [Zd [J1 J2]]]. destruct here_values as [EM [Fa _]]. destruct pot_value as [P1 P2].
        destruct (opt_value zs js Z1 J1 J2 (PEsub (alpha r) (alpha_last r))) as [B1 B2].
        pose proof (kind_holds zs js _ Z1 J1 J2 _ _ (met_ _ (or_intror (or_intror (or_intror (or_intror (or_intror (or_introl eq_refl)))))))) as X. cbn beta iota in X.
        assert (Y := X Fa ltac:(now apply fadd_domain)). unfold form_at in Y. rewrite fadd_value in Y.
        fold (form_at (ext F w zs js) (pot_form r (af r) (xM r))) in Y. fold (form_at (ext F w zs js) (opt_form_ (PEsub (alpha r) (alpha_last r)))) in Y.
        rewrite P1, B1 in Y. change (value (ext F w zs js) (PEsub (alpha r) (alpha_last r))) with (value (ext F w zs js) (alpha r) - value (ext F w zs js) (alpha_last r)) in Y.
        rewrite (clean_value zs js Z1 (alpha r)), (clean_value zs js Z1 (alpha_last r)) in Y by (cbn; auto 8). unfold a, O. lra.
      Qed.
    End Crossed.

    Section TwoCrossed.
      Variables u v : nat.
      Hypothesis Cu : crosses_at k T s q g u.
      Hypothesis Cv : crosses_at k T s q g v.
      Hypothesis before_v : (u < v)%nat.
      Hypothesis other_arm : s u <> s v.
      Hypothesis above : (level n s u + 1 <= level n s v)%Z.
      Let zs := [(xM r, level n s u); (xL r, level n s v); (xB r, count s u g); (xH r, count s u (s v)); (xG r, count s v g)].
      Let js := [(af r, s u); (ae r, s v)].
      Let M := name (xM r).
      Let L := name (xL r).
      Lemma kind_next : (a + b * (level n s v + 1)%Z) * O + potential (s v) (level n s v) <= potential (s u) (level n s u) + D * Rew (F (s v)) (level n s v + 1).
      Proof.
        destruct (crossed_facts u Cu) as [La [Cr Nu]]. destruct (late_facts u La) as [A [B [C [E [Lu Nm]]]]].
        destruct (crossed_facts v Cv) as [La' [Cr' Nv]]. destruct (late_facts v La') as [A' [B' [C' [E' [Lv Nm']]]]].
        assert (Z1 : forall x, In x (map fst zs) -> In x (names_ r)) by (intros x [<-|[<-|[<-|[<-|[<-|[]]]]]]; cbn; auto 8).
        assert (Zd : NoDup (map fst zs)).
        { unfold zs. cbn [map fst]. pose proof names_distinct as X.
          pose proof (X 1 3 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x1. pose proof (X 1 2 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x2. pose proof (X 1 4 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x3. pose proof (X 1 5 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x4.
          pose proof (X 3 2 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x5. pose proof (X 3 4 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x6. pose proof (X 3 5 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x7.
          pose proof (X 2 4 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x8. pose proof (X 2 5 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x9. pose proof (X 4 5 ltac:(lia) ltac:(lia) ltac:(lia))%nat as x10.
          cbn [names_ nth] in *. constructor; [intros [F1|[F1|[F1|[F1|[]]]]]; congruence|]. constructor; [intros [F1|[F1|[F1|[]]]]; congruence|].
          constructor; [intros [F1|[F1|[]]]; congruence|]. constructor; [intros [F1|[]]; congruence|]. repeat constructor. intros []. }
        assert (J1 : forall y, In y (map fst js) -> In y [af r; ae r]) by (intros y I; exact I).
        assert (J2 : forall j, In j (map snd js) -> (j < n)%nat) by (intros j [<-|[<-|[]]]; assumption).
        assert (EM : index_at (ext F w zs js) M = level n s u) by (apply named; [assumption | now left]).
        assert (EL : index_at (ext F w zs js) L = level n s v) by (apply named; [assumption | right; now left]).
        assert (EB : index_at (ext F w zs js) (name (xB r)) = count s u g) by (apply named; [assumption | do 2 right; now left]).
        assert (EH : index_at (ext F w zs js) (name (xH r)) = count s u (s v)) by (apply named; [assumption | do 3 right; now left]).
        assert (EG : index_at (ext F w zs js) (name (xG r)) = count s v g) by (apply named; [assumption | do 4 right; now left]).
        assert (E1 : index_at (ext F w zs js) (PEadd M c1) = (level n s u + 1)%Z) by (change (index_at (ext F w zs js) M + 1 = level n s u + 1)%Z; lia).
        assert (E2 : index_at (ext F w zs js) (PEadd L c1) = (level n s v + 1)%Z) by (change (index_at (ext F w zs js) L + 1 = level n s v + 1)%Z; lia).
        assert (Of : In (af r) (own t ++ map fst js)) by (apply in_or_app; right; now left).
        assert (Oe : In (ae r) (own t ++ map fst js)) by (apply in_or_app; right; right; now left).
        assert (Rf : ext_ro ro js (af r) = s u) by (unfold ext_ro; cbn; now rewrite Nat.eqb_refl).
        assert (Re : ext_ro ro js (ae r) = s v).
        { unfold ext_ro. cbn. destruct (Nat.eqb_spec (ae r) (af r)) as [X|X]; [now symmetry in X | now rewrite Nat.eqb_refl]. }
        pose proof own_zero as O0. assert (O0' : In 0%nat (own t ++ map fst js)) by (apply in_or_app; now left).
        pose proof (count_nonneg s u (s u)) as Nn. pose proof (count_nonneg s v (s v)) as Nn'.
        pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. pose proof (t1_T _ _ _ _ _ R0) as tT. fold t1 in tT.
        assert (K3 : (3 <= k)%Z) by (pose proof g_arm; lia).
        pose proof (sum_two (count s t1) (Z.of_nat m) n opened_all (s u) (s v) Lu Lv other_arm) as Two.
        pose proof (counts_add_up _ _ _ _ _ R0 t1 (le_n _)) as Sm. fold n in Sm. rewrite Sm, Nu, Nv in Two.
        pose proof (K' zs js Z1 J1 J2) as wk. pose proof (H' zs js Z1 J1 J2) as wH.
        pose proof (kind_holds zs js _ Z1 J1 J2 _ _ (met_ _ (or_intror (or_intror (or_intror (or_intror (or_introl eq_refl))))))) as X. cbn beta iota in X.
        match type of X with (forall x, In x ?l -> _) -> _ => assert (Fa : forall x, In x l -> fact_at cl (ext F w zs js) x) end.
        { intros y I. apply in_app_or in I. destruct I as [I|I]; [apply (several_ok zs js Z1 J1 J2 3); [lia | exact I]|].
          apply in_app_or in I. destruct I as [[<-|[<-|[]]]|I].
          - apply good_fact. split; [reflexivity|]. change (0 <= index_at (ext F w zs js) L - index_at (ext F w zs js) M - 1)%Z. lia.
          - apply good_fact. split; [reflexivity|].
            change (0 <= index_at (ext F w zs js) H - (index_at (ext F w zs js) K - 2) * Z.of_nat m - index_at (ext F w zs js) M - index_at (ext F w zs js) L - 2)%Z.
            rewrite wk, wH, EM, EL. lia.
          - apply in_app_or in I. destruct I as [I|I].
            + apply (crossed_ok zs js Z1 J1 J2 u (af r) (xM r) [(xB r, 0%nat); (xH r, ae r)] y); auto.
              intros bb [<-|[<-|[]]]; cbn [fst snd]; (split; [assumption|]); [rewrite EB; now rewrite (ro_old js J1 0%nat O0) | now rewrite EH, Re].
            + apply in_app_or in I. destruct I as [I|I].
              * apply (crossed_ok zs js Z1 J1 J2 v (ae r) (xL r) [(xG r, 0%nat)] y); auto.
                intros bb [<-|[]]; cbn [fst snd]; (split; [assumption|]). rewrite EG. now rewrite (ro_old js J1 0%nat O0).
              * apply in_app_or in I. destruct I as [I|I].
                -- apply (other_ok zs js Z1 J1 J2 (PEadd M c1) (s u) y); auto. now rewrite E1, Nu.
                -- apply (other_ok zs js Z1 J1 J2 (PEadd L c1) (s v) y); auto. now rewrite E2, Nv. }
        destruct (scaled_rew zs js Z1 J1 J2 (at_level r (pot_u r) (xM r)) (af r) (s u) M eq_refl ltac:(rewrite EM; lia) Of Rf) as [A1 A2].
        destruct (scaled_rew zs js Z1 J1 J2 (at_level r (pot_u r) (xL r)) (ae r) (s v) L eq_refl ltac:(rewrite EL; lia) Oe Re) as [B1 B2].
        destruct (scaled_rew zs js Z1 J1 J2 (weight r) (ae r) (s v) (PEadd L c1) eq_refl ltac:(rewrite E2; lia) Oe Re) as [C1 C2].
        destruct (opt_value zs js Z1 J1 J2 (at_level r (pot_v r) (xM r))) as [G1 G2]. destruct (opt_value zs js Z1 J1 J2 (at_level r (pot_v r) (xL r))) as [H1 H2].
        destruct (opt_value zs js Z1 J1 J2 (share_of r (alpha r) (PEadd L c1))) as [I1 I2].
        assert (Pf : form_at (ext F w zs js) (pot_form r (af r) (xM r)) = potential (s u) (level n s u) /\ defined cl (ext F w zs js) (pot_form r (af r) (xM r))).
        { split; [|now apply fadd_domain]. unfold pot_form, form_at. rewrite fadd_value.
          fold (form_at (ext F w zs js) (fscale (at_level r (pot_u r) (xM r)) (rew (af r) (name (xM r))))) (form_at (ext F w zs js) (opt_form_ (at_level r (pot_v r) (xM r)))).
          fold M. rewrite A1, G1, !(level_value_ zs js Z1) by (cbn; auto). fold M. rewrite EM. reflexivity. }
        assert (Pe : form_at (ext F w zs js) (pot_form r (ae r) (xL r)) = potential (s v) (level n s v) /\ defined cl (ext F w zs js) (pot_form r (ae r) (xL r))).
        { split; [|now apply fadd_domain]. unfold pot_form, form_at. rewrite fadd_value.
          fold (form_at (ext F w zs js) (fscale (at_level r (pot_u r) (xL r)) (rew (ae r) (name (xL r))))) (form_at (ext F w zs js) (opt_form_ (at_level r (pot_v r) (xL r)))).
          fold L. rewrite B1, H1, !(level_value_ zs js Z1) by (cbn; auto). fold L. rewrite EL. reflexivity. }
        destruct Pf as [P1 P2]. destruct Pe as [Q1 Q2].
        assert (Y := X Fa ltac:(apply less_defined; [apply fadd_domain; [exact P2 | now apply less_defined] | exact Q2])).
        rewrite less_value in Y. unfold form_at at 1 in Y. rewrite fadd_value in Y.
        fold (form_at (ext F w zs js) (pot_form r (af r) (xM r))) in Y. fold (form_at (ext F w zs js) (gain_form r (ae r) (name (xL r)))) in Y.
        unfold gain_form in Y. fold L in Y. rewrite less_value, P1, Q1, C1, I1, (clean_value zs js Z1), (share_value zs js Z1), E2 in Y by (cbn; auto).
        unfold D, a, b, O. lra.
      Qed.
    End TwoCrossed.
    Lemma bound_holds : value w (alpha_last r) <= value w (alpha r) -> fact_at cl w (Cmp GE (bound_form r)).
    Proof.
      intro Ord. pose proof (crossing_sum _ k T F s q R0 Pq Oq) as X. rewrite Eq in X. fold n t1 in X.
      specialize (X enough g D a b (value w (alpha_optimal r)) (value w (alpha_last r)) potential g_arm Ord kind_best).
      specialize (X kind_idle kind_late kind_first kind_next kind_last).
      assert (VO : form_at w (rew 0 H) = OPT k F T).
      { rewrite rew_value, (index_H S k T F s t w W). exact (opt_at _ _ _ _ _ _ _ W). }
      assert (VA : form_at w (rew 1 H) = ALG F s T).
      { rewrite rew_value, (index_H S k T F s t w W). exact (alg_at _ _ _ _ _ _ _ W). }
      assert (Df : forall f p, defined cl w (fscale p (rew f H))).
      { intros f p. apply fscale_domain. apply rew_defined; [reflexivity|]. rewrite (index_H S k T F s t w W). exact (some_steps _ _ _ _ _ R0). }
      split; [|apply less_defined; apply Df]. unfold true_at, says. cbn [rel left compare]. fold (form_at w (bound_form r)). unfold bound_form, opt_form_. rewrite less_value.
      unfold form_at. rewrite !fscale_value. fold (form_at w (rew 1 H)) (form_at w (rew 0 H)). rewrite VO, VA.
      match goal with |- 0 <= ?x * _ - ?y * _ => change x with D; change y with ((IZR (index_at w K) - 2) * a + value w (alpha_optimal r) + value w (alpha_last r) + b * IZR (index_at w H)) end.
      rewrite (index_K S k T F s t w W), (index_H S k T F s t w W). lra.
    Qed.
  End AtPlace.
  Theorem crossing_ok bounded cl r g c : sound bounded cl tables_at (crossing_brings S c r cl) g c.
  Proof.
    intros obs c' E Mt V w Kn. unfold crossing_brings in E. destruct (scoring S) as [sc|] eqn:Sc; [|discriminate].
    match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end.
    match type of E with Some (?x, ?y) = _ => assert (Eo : x = obs) by congruence; assert (Ec : y = c') by congruence end. clear E. subst obs c'.
    rewrite !andb_true_iff in B. destruct B as [[[[[[B1 B2] B3] B4] B5] B6] B7]. rewrite forallb_forall in B5, B6, B7.
    destruct (scoring_policy S k T F s R0 sc Sc) as [So [q [Pq [Oq [Eq Sq]]]]].
    destruct (roles_at _ _ _ _ _ _ _ (known_tables _ _ _ _ _ Kn)) as [ro Ro].
    pose proof (sign_shown bounded cl tables_at c _ false w (Mt _ (or_introl eq_refl)) Kn) as En. cbn beta iota in En.
    pose proof (sign_shown bounded cl tables_at c _ false w (Mt _ (or_intror (or_introl eq_refl))) Kn) as Or. cbn beta iota in Or.
    change (0 <= value w (alpha r) - value w (alpha_last r)) in Or.
    pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. pose proof (t1_T _ _ _ _ _ R0) as tT. fold t1 in tT.
    assert (Enough : (m * n <= t1)%nat).
    { pose proof (known_tables _ _ _ _ _ Kn) as W0. change (0 <= IZR (index_at w H) - IZR (Z.of_nat m) * IZR (index_at w K)) in En.
      rewrite (index_K S k T F s _ w W0), (index_H S k T F s _ w W0), <- mult_IZR, <- minus_IZR in En. apply le_IZR in En. nia. }
    apply V, known_assuming; [exact Kn|]. intros h [<-|[]].
    refine (bound_holds bounded cl c r w ro sc q Kn Ro So Pq Oq Eq Sq _ _ _ _ _ _ Enough _ _).
    - now apply nodup_pos_ok.
    - apply nodup_nat_ok, NoDup_cons_iff in B3. destruct B3 as [N1 _]. intro X. apply N1. left. now symmetry.
    - exact B4.
    - exact B5.
    - exact B6.
    - intros y I. specialize (B7 y I). now destruct (cl y).
    - intros o I. apply Mt. right. now right.
    - lra.
  Qed.
End RuleSound.
