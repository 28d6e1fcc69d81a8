(* The rows of the table of facts, and what they bring in.
     row_brings_ok   every row is sound: its facts are true in the run, at some values of its names
   Rows that are not here yet: others, order, and opening beside idle and rival. *)
Require Export RunRules.
Require Import Lra Lia QArith Qreals Bool Arith.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

Inductive row :=
| Sizes
| Count (x : positive) (quotients : list (positive * nat))
| Different
| Pulled (f : nat) (level : positive)
| Best (f : nat)
| Share (fs : list nat)
| Rest (fs : list nat)
| BestCount (x : positive)
| Opening
| Last (f : nat) (level : positive) (before : list (positive * nat))
| Leader (f : nat) (before : list (positive * nat)).
Fixpoint nodup_nat (l : list nat) : bool := match l with [] => true | x :: l => negb (existsb (Nat.eqb x) l) && nodup_nat l end.
Fixpoint nodup_pos (l : list positive) : bool := match l with [] => true | x :: l => negb (existsb (Pos.eqb x) l) && nodup_pos l end.
Lemma nodup_nat_ok l : nodup_nat l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [A B]. constructor; [|auto].
  intro I. apply not_true_iff_false in A. apply A, existsb_exists. exists x. split; [assumption | apply Nat.eqb_refl].
Qed.
Lemma nodup_pos_ok l : nodup_pos l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [A B]. constructor; [|auto].
  intro I. apply not_true_iff_false in A. apply A, existsb_exists. exists x. split; [assumption | apply Pos.eqb_refl].
Qed.
Record said := Said {
  needs : list poly; new_ints : list positive; new_arms : list nat; new_counts : list (positive * nat); facts : list comparison }.
Definition plain (l : list comparison) : said := Said [] [] [] [] l.

Section Rows.
  Variables (S : run_statement) (c : @ctx tables).
  Let t := tabs c.
  Let m := opening_of (plays S).
  Definition scoring : option form := match plays S with Scored (Datatypes.S _) _ _ sc => if score_ok sc then Some sc else None | _ => None end.
  Definition observes (x : positive) (wd : word) : bool := existsb (fun o => Pos.eqb (fst o) x && word_eqb (snd o) wd) (observed S).
  Definition is_count_name (x : positive) : bool := existsb (fun o => Pos.eqb (fst o) x) (counts t) || observes x Most || observes x Least.
  Definition same_poly (p : poly) (i : nat) : bool := match nth_error (cs c) i with Some (q, false) => is_zero (PEsub q p) | _ => false end.
  Definition quotient_known (q : positive * nat) : bool :=
    same_poly (floor_low (fst q, H, K)) (snd q) && same_poly (PEsub (PEsub K c1) (floor_low (fst q, H, K))) (1 + snd q).
  (* one arm, or arms that are said to be different, with names for their counts *)
  Definition has_name (f : nat) : bool := match names_of t f with [] => false | _ => true end.
  Definition together (fs : list nat) : bool :=
    match fs with
    | [] => false
    | [f] => existsb (Nat.eqb f) (own t)
    | _ => nodup_nat fs && forallb (fun f => existsb (Nat.eqb f) (apart S)) fs
    end && forallb has_name fs.
  Definition first_names (fs : list nat) : list poly := flat_map (fun f => match names_of t f with N :: _ => [N] | [] => [] end) fs.
  Definition others (fs : list nat) : poly := PEsub K (int_poly (Z.of_nat (length fs))).
  Definition at_opening (N : poly) : list poly :=
    let lo := int_poly (Z.of_nat m) in [PEsub N lo; PEsub (PEsub H N) (PEmul lo (PEsub K c1))].
  Definition no_beside : bool := forallb (fun o => match snd o with Rival _ | Idle _ => false | _ => true end) (observed S).
  Definition all_counts : list poly := map (fun x => name (fst x)) (counts t) ++ opt (seen S Most) (fun p => p) ++ opt (seen S Least) (fun p => p).
  Definition before_of (f : nat) : list (positive * nat) :=
    flat_map (fun o => match snd o with Before g h => if Nat.eqb g f then [(fst o, h)] else [] | _ => [] end) (observed S).
  Definition fresh_of (f : nat) (level : positive) (before : list (positive * nat)) : list positive :=
    (if observes level (Level f) then [] else [level]) ++ flat_map (fun b => if observes (fst b) (Before f (snd b)) then [] else [fst b]) before.
  Definition looks_at (f : nat) : bool := existsb (Nat.eqb f) (pulled S).
  Definition is_own (f : nat) : bool := existsb (Nat.eqb f) (own t).
  Definition row_said (r : row) : option said :=
    match r with
    | Sizes => Some (plain [ge (PEsub K c1); ge H])
    | Count x qs =>
        if is_count_name x && forallb quotient_known qs
        then Some (plain (map ge (of_count S (map fst qs) (name x) ++ squares_of S [name x]))) else None
    | Different =>
        let cs := first_names (apart S) in
        if forallb has_name (apart S)
        then Some (plain (map ge (PEsub K (int_poly (Z.of_nat (length (apart S)))) :: among S cs ++ squares_of S cs))) else None
    | Pulled f level =>
        let is_late := existsb (Nat.eqb f) (late S) in
        let lo := if is_late then m else 0%nat in
        let Ns := names_of t f in
        let a := match Ns with N :: _ => PEsub N c1 | [] => int_poly (Z.of_nat lo) end in
        let arm := match Ns with [] => None | _ => Some f end in
        if (is_late && match scoring with Some _ => true | None => false end || negb is_late && looks_at f) && is_own f
        then Some (Said [] (if observes level (Level f) then [] else [level]) [] []
          (ge (PEsub (PEsub H c1) (PEmul (int_poly (Z.of_nat lo)) K))
           :: map (fun N => ge (PEsub (PEsub N c1) (int_poly (Z.of_nat lo)))) Ns
           ++ moment_facts S t arm a (name level) 0 (before_of f) None)) else None
    | Best f => if is_own f then Some (plain [Cmp GE (less (rew 0 H) (rew f H))]) else None
    | Share fs => if together fs then Some (plain [Cmp GE (less (rew 1 H) (earned_by t fs))]) else None
    | Rest fs =>
        if together fs then Some (plain [
          Cmp GE (less (fadd (earned_by t fs) (fscale (others fs) (rew 0 H))) (rew 1 H));
          ge (PEsub (PEadd (sum_of (first_names fs)) (PEmul (others fs) H)) H)]) else None
    | BestCount x => Some (Said [] [x] [] [(x, 0%nat)] [])
    | Opening =>
        let lo := int_poly (Z.of_nat m) in
        let cs := first_names (apart S) in
        match scoring with
        | Some _ => if no_beside && forallb has_name (apart S)
            then Some (Said [PEsub H (PEmul lo K)] [] [] []
              (map ge (flat_map at_opening all_counts
                 ++ [PEsub (PEsub H (sum_of cs)) (PEmul lo (PEsub K (int_poly (Z.of_nat (length cs)))))]))) else None
        | None => None
        end
    | Last f level before =>
        match scoring, names_of t f with
        | Some sc, N :: _ => if is_own f && forallb is_own (map snd before)
            then Some (Said [PEsub (PEsub N (int_poly (Z.of_nat m))) c1] (fresh_of f level before) [] []
              (moment_facts S t (Some f) (PEsub N c1) (name level) m before (Some sc))) else None
        | _, _ => None
        end
    | Leader f before =>
        match scoring, seen S Most with
        | Some sc, Some L =>
            let M := PEsub L c1 in
            if forallb is_own (map snd before)
            then Some (Said [PEsub M (int_poly (Z.of_nat m))] (map fst before) [f] []
              (moment_facts S t (Some f) M M m before (Some sc))) else None
        | _, _ => None
        end
    end.
  Definition row_brings (classes_ : nat -> aclass) (r : row) (g : goal) : @brings tables :=
    match row_said r with
    | Some d =>
        if fresh (clean_tables S) (new_ints d) (new_arms d) c g && nodup_pos (new_ints d)
           && forallb (fun y => match classes_ y with Concave => true | _ => false end) (0%nat :: new_arms d ++ own t)
        then Some (map (fun p => (Sign p false, c)) (needs d),
                   assuming (Ctx (cs c) (hs c) (fams c) (Tables (counts t ++ new_counts d) (own t ++ new_arms d))) (facts d))
        else None
    | None => None
    end.
End Rows.

Ltac some_is E := match type of E with Some ?a = Some ?b => let X := fresh in assert (X : a = b) by congruence; clear E; subst b end.
Section Sound.
  Variables (S : run_statement) (k T : Z) (F : nat -> arm) (s : nat -> nat).
  Hypothesis R0 : run (policy_of (plays S)) k T F s.
  Let m := opening_of (plays S).
  Let n := Z.to_nat k.
  Let t1 := Z.to_nat T.
  Notation tables_at := (tables_at S k T F s).
  Notation roles_ok := (roles_ok S k T F s).

  Lemma scoring_policy sc : scoring S = Some sc -> score_ok sc = true /\ exists q, policy_of (plays S) = ByIndex q /\ (1 <= opening q)%nat /\ opening q = m /\
    forall f a M, score q k T f a M = written (score_world k T f a M) sc.
  Proof.
    unfold scoring. subst m. destruct (plays S) as [[|l] o b sc0| |]; try discriminate. destruct (score_ok sc0) eqn:E; [|discriminate].
    intro X. inversion X; subst. split; [assumption|]. exists (Index (Datatypes.S l) o b (fun k T f a M => written (score_world k T f a M) sc)).
    split; [reflexivity|]. split; [cbn; lia|]. split; reflexivity.
  Qed.

  (* what is true in the moment before step u, an opening of lo pulls behind *)
  Record moment_at (u : nat) (lo : nat) : Prop := {
    m_time : (u < t1)%nat;
    m_counts : forall i, (i < n)%nat -> (Z.of_nat lo <= count s u i <= level n s u)%Z /\ (count s u i <= count s t1 i)%Z;
    m_steps : (Z.of_nat lo * (k - 1) + level n s u <= T - 1)%Z;
    m_most : (level n s u <= level n s t1)%Z }.
  Lemma moment_any u : (u < t1)%nat -> moment_at u 0.
  Proof.
    intro L. pose proof (n_pos _ _ _ _ _ R0) as np. fold n in np.
    assert (C : forall i, (i < n)%nat -> (0 <= count s u i <= level n s u)%Z /\ (count s u i <= count s t1 i)%Z).
    { intros i Li. split; [split; [apply count_nonneg | now apply maxZ_ge] | apply count_mono; lia]. }
    destruct (maxZ_attained n (count s u) np (count_nonneg s u)) as [j [Lj Ej]]. fold (level n s u) in Ej. split; try assumption.
    - pose proof (sum_one (count s u) 0 n (fun i Li => proj1 (proj1 (C i Li))) j Lj) as X.
      rewrite (counts_add_up _ _ _ _ _ R0) in X by (fold t1; lia). pose proof (t1_T _ _ _ _ _ R0) as Y. fold t1 in Y. lia.
    - rewrite <- Ej. pose proof (maxZ_ge n (count s t1) j Lj). destruct (C j Lj). unfold level at 1. lia.
  Qed.
  Lemma moment_late u q : policy_of (plays S) = ByIndex q -> (1 <= opening q)%nat -> (opening q * n <= u)%nat -> (u < t1)%nat -> moment_at u (opening q).
  Proof.
    intros Pq Oq L1 L2. destruct (moment _ _ _ _ _ R0 q Pq Oq u L1 L2) as [A [B [C _]]]. now split.
  Qed.

  Section AtMoment.
    Variables (t : tables) (w : world) (ro : nat -> nat) (cl : nat -> aclass).
    Hypothesis W : tables_at t w.
    Hypothesis Ro : roles_ok t w ro.
    Hypothesis Conc : forall i, In i (own t) -> cl i = Concave.
    Variables (t0 : tables) (u lo : nat) (f : option nat) (a M : poly) (before : list (positive * nat)) (sc : option form).
    Hypothesis t0_names : forall g N, In N (names_of t0 g) -> In N (names_of t g).
    Hypothesis Mu : moment_at u lo.
    Hypothesis Ia : is_index a = true.
    Hypothesis IM : is_index M = true.
    Hypothesis aM : (index_at w a <= index_at w M)%Z.
    Hypothesis M_level : index_at w M = level n s u.
    Hypothesis own_before : forall b, In b before -> In (snd b) (own t) /\ zz w (fst b) = count s u (ro (snd b)).
    Hypothesis f_pulls : forall g, f = Some g -> In g (own t) /\ index_at w a = count s u (ro g) /\ s u = ro g.
    Hypothesis sc_ok : forall x, sc = Some x -> score_ok x = true /\ (1 <= lo)%nat /\ exists q, policy_of (plays S) = ByIndex q /\ (1 <= opening q)%nat /\
      opening q = lo /\ (lo * n <= u)%nat /\ forall h b N, score q k T h b N = written (score_world k T h b N) x.
    Lemma moment_ok c : In c (moment_facts S t0 f a M lo before sc) -> fact_at cl w c.
    Proof.
      intro I. pose proof (index_K _ _ _ _ _ _ _ W) as wk. pose proof (index_H _ _ _ _ _ _ _ W) as wT.
      destruct Mu as [mt mc ms mm]. unfold moment_facts in I. apply in_app_or in I. destruct I as [[<-|[<-|[]]]|I].
      - apply good_fact. split; [cbn [is_index]; now rewrite Ia, IM|]. change (0 <= index_at w M - index_at w a)%Z. lia.
      - apply good_fact. split; [cbn [is_index]; now rewrite IM|].
        change (0 <= index_at w H - 1 - Z.of_nat lo * (index_at w K - 1) - index_at w M)%Z. rewrite wk, wT, M_level. lia.
      - apply in_app_or in I. destruct I as [I|I].
        + assert (G : forall p, In p (opt (seen S Most) (fun h => PEsub h M)) -> good w p).
          { apply (opt_good S k T F s t w ro Ro). intros h Ih Eh. cbn [word_value] in Eh. fold n t1 in Eh. split; [cbn [is_index]; now rewrite Ih, IM|].
            change (0 <= index_at w h - index_at w M)%Z. rewrite Eh, M_level. lia. }
          destruct (seen S Most) as [h|]; [|destruct I]. destruct I as [<-|[]]. apply good_fact, G. now left.
        + apply in_flat_map in I. destruct I as [[x g] [Ib I]]. cbn [fst snd] in I. destruct (own_before _ Ib) as [Og Eg]. cbn [fst snd] in Og, Eg.
          destruct (own_ok _ _ _ _ _ _ _ _ Ro g Og) as [Lg Ag]. fold n in Lg. destruct (mc (ro g) Lg) as [C1 C2].
          assert (Ex : index_at w (name x) = count s u (ro g)) by exact Eg.
          apply in_app_or in I. destruct I as [I|I].
          * destruct (match f with Some f => (g =? f)%nat | None => false end) eqn:Eq.
            -- destruct f as [f'|]; [|discriminate]. apply Nat.eqb_eq in Eq. subst f'. destruct (f_pulls g eq_refl) as [_ [Ea _]].
               destruct I as [<-|[]]. split; [|intros ? ? []]. unfold true_at, says, form_value. cbn [rel left constant terms terms_value compare].
               change (IZR (index_at w (name x)) - peval (environment (zz w) (rr w)) a + 0 = 0). rewrite (zeval_ok _ _ a Ia). fold (index_at w a). rewrite Ex, Ea. ring.
            -- apply in_app_or in I. destruct I as [[<-|[<-|[]]]|I].
               ++ apply good_fact. split; [reflexivity|]. change (0 <= index_at w (name x) - Z.of_nat lo)%Z. lia.
               ++ apply good_fact. split; [cbn [is_index name]; now rewrite IM|]. change (0 <= index_at w M - index_at w (name x))%Z. lia.
               ++ destruct sc as [sc0|]; [|destruct I]. destruct f as [f0|]; [|destruct I]. destruct I as [<-|[]].
                  destruct (sc_ok sc0 eq_refl) as [S1 [S2 [q [Pq [Oq [Eq' [Lq Sq]]]]]]]. destruct (f_pulls f0 eq_refl) as [Of [Ea Su]].
                  destruct (own_ok _ _ _ _ _ _ _ _ Ro f0 Of) as [Lf Af]. fold n in Lf. destruct (mc (ro f0) Lf) as [Cf1 _].
                  assert (D1 : defined cl w (score_at sc0 f0 a M)) by (apply (score_defined S k T cl w sc0 f0 a M); auto; lia).
                  assert (D2 : defined cl w (score_at sc0 g (name x) M)) by (apply (score_defined S k T cl w sc0 g (name x) M); auto; lia).
                  split; [|apply fadd_domain; [exact D1 | now apply fscale_domain]].
                  unfold true_at, says. cbn [rel left compare]. unfold less. rewrite fadd_value, fscale_value.
                  fold (form_at w (score_at sc0 f0 a M)) (form_at w (score_at sc0 g (name x) M)).
                  rewrite !(score_terms S k T F s R0 w sc0) by (auto; lia).
                  change (peval (environment (zz w) (rr w)) (PEopp c1)) with (- real 1%Q). rewrite real_1, <- !Sq.
                  subst lo. destruct (moment _ _ _ _ _ R0 q Pq Oq u Lq mt) as [_ [_ [_ Best_]]]. specialize (Best_ (ro g) Lg). fold n in Best_.
                  rewrite Su in Best_. rewrite Ex, M_level, Ea, Ag, Af. lra.
          * apply in_map_iff in I. destruct I as [N [<- IN]]. apply t0_names in IN. destruct (names_good S k T F s t w ro Ro g N IN) as [I1 [_ E1]].
            apply good_fact. split; [cbn [is_index name]; now rewrite I1|]. change (0 <= index_at w N - index_at w (name x))%Z. fold t1 in E1. lia.
    Qed.
  End AtMoment.

  (* --- each row --- *)
  Section AtPlace.
    Variables (bounded : bool) (cl : nat -> aclass) (c : @ctx tables) (w : world) (ro : nat -> nat).
    Hypothesis Kn : known bounded cl tables_at c w.
    Hypothesis Ro : roles_ok (tabs c) w ro.
    Hypothesis Conc : forall i, In i (own (tabs c)) -> cl i = Concave.
    Hypothesis Conc0 : cl 0%nat = Concave.
    Let t := tabs c.
    Lemma W : tables_at t w. Proof. exact (known_tables _ _ _ _ _ Kn). Qed.
    Lemma wk : index_at w K = k. Proof. exact (index_K S k T F s t w W). Qed.
    Lemma wT : index_at w H = T. Proof. exact (index_H S k T F s t w W). Qed.

    Lemma own_in f : is_own c f = true -> In f (own t).
    Proof. unfold is_own. intro E. apply existsb_exists in E. destruct E as [x [I E]]. apply Nat.eqb_eq in E. now subst. Qed.
    Lemma own_role f : In f (own t) -> (ro f < n)%nat /\ aa w f = F (ro f).
    Proof. intro I. exact (own_ok _ _ _ _ _ _ _ _ Ro f I). Qed.
    Lemma observes_ok x wd : observes S x wd = true -> zz w x = word_value m k T s ro wd.
    Proof.
      unfold observes. intro E. apply existsb_exists in E. destruct E as [[y wd'] [I E]]. cbn [fst snd] in E. apply andb_true_iff in E.
      destruct E as [E1 E2]. apply Pos.eqb_eq in E1. apply word_eqb_ok in E2. subst y wd'. exact (observed_ok _ _ _ _ _ _ _ _ Ro _ I).
    Qed.
    Lemma count_name_ok x : is_count_name S c x = true -> exists i, (i < n)%nat /\ index_at w (name x) = count s t1 i.
    Proof.
      pose proof (n_pos _ _ _ _ _ R0) as np. fold n in np.
      unfold is_count_name. rewrite !orb_true_iff. intros [[E|E]|E].
      - apply existsb_exists in E. destruct E as [[y f] [I E]]. cbn [fst] in E. apply Pos.eqb_eq in E. subst y.
        destruct (counts_ok _ _ _ _ _ _ _ _ Ro x f I) as [O C]. exists (ro f). split; [now apply own_role | exact C].
      - apply observes_ok in E. cbn [word_value] in E. destruct (maxZ_attained n (count s t1) np (count_nonneg s t1)) as [i [Li Ei]].
        exists i. split; [assumption|]. rewrite Ei. exact E.
      - apply observes_ok in E. cbn [word_value] in E. destruct (minZ_attained n (count s t1) np) as [i [Li Ei]].
        exists i. split; [assumption|]. rewrite Ei. exact E.
    Qed.
    Lemma same_poly_ok p i : same_poly c p i = true -> 0 <= value w p.
    Proof.
      unfold same_poly. destruct (nth_error (cs c) i) as [[q []]|] eqn:E; try discriminate. intro Z0. apply nth_error_In in E.
      pose proof (known_cs _ _ _ _ _ Kn _ E) as X. unfold holds_c in X. cbn [fst snd] in X. apply (is_zero_ok (env w)) in Z0.
      change (value w q - value w p = 0) in Z0. unfold value in *. lra.
    Qed.
    Lemma quotient_ok_ q i : quotient_known c (q, i) = true -> zz w q = (T / k)%Z.
    Proof.
      unfold quotient_known. cbn [fst snd]. rewrite andb_true_iff. intros [A B]. apply same_poly_ok in A, B.
      assert (X : floor_at w (q, H, K)).
      { apply floor_back; [reflexivity|]. intros x [<-|[<-|[]]]; unfold holds_c; cbn [fst snd]; assumption. }
      unfold floor_at in X. cbn [fst snd] in X. now rewrite wT, wk in X.
    Qed.
    Lemma rew_value f N : form_at w (rew f N) = Rew (aa w f) (index_at w N).
    Proof. unfold rew, form_at, form_value. cbn [constant terms terms_value atom_value]. change (0 + 1 * Rew (aa w f) (index_at w N) + 0 = Rew (aa w f) (index_at w N) \/ True) || idtac.
      change (peval (environment (zz w) (rr w)) (PEc 0%Q)) with 0. change (peval (environment (zz w) (rr w)) c1) with 1. unfold index_at. ring. Qed.
    Lemma rew_defined f N : is_index N = true -> (0 <= index_at w N)%Z -> defined cl w (rew f N).
    Proof. intros I L c0 a [X|[]]. injection X as <- <-. split; [exact I|]. intros c' k' e [Y|[]]. injection Y as <- <- <-. split; assumption. Qed.
    Lemma T_nonneg : (0 <= T)%Z. Proof. exact (some_steps _ _ _ _ _ R0). Qed.
    Lemma less_value f g : form_at w (less f g) = form_at w f - form_at w g.
    Proof.
      unfold less, form_at. rewrite fadd_value, fscale_value. change (peval (environment (zz w) (rr w)) (PEopp c1)) with (- real 1%Q). rewrite real_1. ring.
    Qed.
    Lemma less_defined f g : defined cl w f -> defined cl w g -> defined cl w (less f g).
    Proof. intros A B. apply fadd_domain; [exact A | now apply fscale_domain]. Qed.
    Lemma ge_form f : defined cl w f -> 0 <= form_at w f -> fact_at cl w (Cmp GE f).
    Proof. intros A B. split; [exact B | exact A]. Qed.

    (* several arms together *)
    Lemma together_ok fs : together S c fs = true -> NoDup (map ro fs) /\ forallb (has_name c) fs = true.
    Proof.
      unfold together. rewrite andb_true_iff. intros [A B]. split; [|exact B].
      destruct fs as [|f [|g fs]]; [discriminate | repeat constructor; intros [] |].
      apply andb_true_iff in A. destruct A as [A1 A2]. apply nodup_nat_ok in A1. rewrite forallb_forall in A2.
      assert (Inc : incl (f :: g :: fs) (apart S)).
      { intros x I. specialize (A2 x I). apply existsb_exists in A2. destruct A2 as [y [Iy Ey]]. apply Nat.eqb_eq in Ey. now subst. }
      pose proof (apart_ok _ _ _ _ _ _ _ _ Ro) as Ap.
      revert A1 Inc. generalize (f :: g :: fs). clear -Ap. induction l as [|x l IH]; intros N Inc; [constructor|]. inversion N as [|a b N1 N2]; subst.
      cbn [map]. constructor; [|apply IH; [assumption | intros y I; apply Inc; now right]]. intro I. apply in_map_iff in I. destruct I as [y [E Iy]].
      enough (x = y) by (subst; contradiction). pose proof (Inc x (or_introl eq_refl)) as Ix. pose proof (Inc y (or_intror Iy)) as Iy'.
      revert Ap Ix Iy' E. clear. induction (apart S) as [|z l IH]; intros N Ix Iy E; [destruct Ix|]. cbn [map] in N. inversion N as [|a b N1 N2]; subst.
      destruct Ix as [->|Ix], Iy as [->|Iy]; try reflexivity.
      - exfalso. apply N1. rewrite <- E. now apply in_map.
      - exfalso. apply N1. rewrite E. now apply in_map.
      - now apply IH.
    Qed.
    Lemma counts_of fs : forallb (has_name c) fs = true ->
      Forall2 (fun p i => is_index p = true /\ (i < n)%nat /\ index_at w p = count s t1 i) (first_names c fs) (map ro fs).
    Proof.
      induction fs as [|f fs IH]; [constructor|]. cbn [forallb map first_names flat_map]. rewrite andb_true_iff. intros [A B].
      unfold has_name in A. destruct (names_of (tabs c) f) as [|N l] eqn:E; [discriminate|]. cbn [app]. constructor; [|now apply IH].
      destruct (names_good S k T F s (tabs c) w ro Ro f N ltac:(rewrite E; now left)) as [I1 [I2 I3]].
      split; [assumption|]. split; [now apply own_role | assumption].
    Qed.
    Lemma earned_value fs : forallb (has_name c) fs = true ->
      defined cl w (earned_by (tabs c) fs) /\ form_at w (earned_by (tabs c) fs) = sum_list (fun i => Rew (F i) (count s t1 i)) (map ro fs).
    Proof.
      induction fs as [|f fs IH]; [intros _; split; [intros ? ? [] | unfold form_at, form_value; cbn [earned_by fold_right fzero constant terms terms_value]; change (peval (environment (zz w) (rr w)) (PEc 0%Q)) with 0; cbn; ring]|].
      cbn [forallb map sum_list]. rewrite andb_true_iff. intros [A B]. destruct (IH B) as [D V].
      change (earned_by (tabs c) (f :: fs)) with (fadd match names_of (tabs c) f with N :: _ => rew f N | [] => fzero end (earned_by (tabs c) fs)).
      unfold has_name in A. destruct (names_of (tabs c) f) as [|N l] eqn:E; [discriminate|].
      destruct (names_good S k T F s (tabs c) w ro Ro f N ltac:(rewrite E; now left)) as [I1 [I2 I3]]. destruct (own_role f I2) as [Lf Af].
      split.
      - apply fadd_domain; [|exact D]. apply rew_defined; [assumption | rewrite I3; apply count_nonneg].
      - unfold form_at. rewrite fadd_value. fold (form_at w (rew f N)) (form_at w (earned_by (tabs c) fs)). rewrite rew_value, Af, I3. fold t1. now rewrite V.
    Qed.
    Lemma roles_below fs : forallb (has_name c) fs = true -> forall i, In i (map ro fs) -> (i < n)%nat.
    Proof.
      rewrite forallb_forall. intros A i I. apply in_map_iff in I. destruct I as [f [<- If]]. specialize (A f If). unfold has_name in A.
      destruct (names_of (tabs c) f) as [|N l] eqn:E; [discriminate|]. apply own_role. apply (names_good S k T F s (tabs c) w ro Ro f N). rewrite E. now left.
    Qed.
    Lemma opt_form : form_at w (rew 0 H) = OPT k F T.
    Proof. rewrite rew_value, wT. exact (opt_at _ _ _ _ _ _ _ W). Qed.
    Lemma alg_form : form_at w (rew 1 H) = ALG F s T.
    Proof. rewrite rew_value, wT. exact (alg_at _ _ _ _ _ _ _ W). Qed.
    Lemma H_defined f : defined cl w (rew f H).
    Proof. apply rew_defined; [reflexivity|]. rewrite wT. exact T_nonneg. Qed.
    Lemma share_ok fs : together S c fs = true -> fact_at cl w (Cmp GE (less (rew 1 H) (earned_by (tabs c) fs))).
    Proof.
      intro Tg. destruct (together_ok fs Tg) as [N A]. destruct (earned_value fs A) as [D V]. apply ge_form; [apply less_defined; [apply H_defined | exact D]|].
      rewrite less_value, V, alg_form, (earned _ _ _ _ _ R0). fold n t1.
      pose proof (some_counts n (map ro fs) N (roles_below fs A) (fun i => Rew (F i) (count s t1 i)) 0) as X.
      specialize (X ltac:(intros i Li; apply Rew_nonneg; now apply (is_concave _ _ _ _ _ R0))). cbv beta in X. lra.
    Qed.
    Lemma Rew_mono f a b : concave f -> (0 <= a <= b)%Z -> Rew f a <= Rew f b.
    Proof.
      intros C [L1 L2]. replace b with (a + (b - a))%Z by lia. assert (0 <= b - a)%Z by lia. generalize dependent (b - a)%Z. intros d Hd.
      revert d Hd. apply natlike_ind; [rewrite Z.add_0_r; lra|]. intros d Hd IH. unfold Z.succ. rewrite Z.add_assoc, Rew_succ by lia.
      pose proof (value_nonneg f (a + d + 1) C ltac:(lia)). lra.
    Qed.
    Lemma rest_ok fs x : together S c fs = true -> In x [
          Cmp GE (less (fadd (earned_by (tabs c) fs) (fscale (others fs) (rew 0 H))) (rew 1 H));
          ge (PEsub (PEadd (sum_of (first_names c fs)) (PEmul (others fs) H)) H)] -> fact_at cl w x.
    Proof.
      intros Tg I. destruct (together_ok fs Tg) as [N A]. destruct (earned_value fs A) as [D V].
      pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. pose proof (t1_T _ _ _ _ _ R0) as tT. fold t1 in tT.
      destruct I as [<-|[<-|[]]].
      - apply ge_form; [apply less_defined; [apply fadd_domain; [exact D | apply fscale_domain, H_defined] | apply H_defined]|].
        rewrite less_value. unfold form_at at 1. rewrite fadd_value, fscale_value. fold (form_at w (earned_by (tabs c) fs)) (form_at w (rew 0 H)).
        rewrite V, alg_form, opt_form, (earned _ _ _ _ _ R0). fold n t1.
        pose proof (some_counts_most n (map ro fs) N (roles_below fs A) (fun i => Rew (F i) (count s t1 i)) (OPT k F T)) as X.
        assert (Y : forall i, (i < n)%nat -> Rew (F i) (count s t1 i) <= OPT k F T).
        { intros i Li. apply Rle_trans with (Rew (F i) T); [|now apply (rew_le_opt k T F)]. apply Rew_mono; [now apply (is_concave _ _ _ _ _ R0)|].
          pose proof (count_le_T _ _ _ _ _ R0 t1 i (le_n _) Li). lia. }
        specialize (X Y). cbv beta in X. rewrite map_length in X.
        change (peval (environment (zz w) (rr w)) (others fs)) with (IZR (index_at w K) - IZR (Z.of_nat (length fs))). rewrite wk.
        rewrite !INR_IZR_INZ, nk in X. lra.
      - assert (Ac : are_counts k T s w (first_names c fs) (map ro fs)) by (split; [now apply counts_of | assumption]).
        destruct (sum_of_counts k T s w _ _ Ac) as [I1 E1]. apply good_fact. split; [cbn [is_index]; now rewrite I1|].
        change (0 <= index_at w (sum_of (first_names c fs)) + (index_at w K - Z.of_nat (length fs)) * index_at w H - index_at w H)%Z.
        rewrite E1, wk, wT. pose proof (some_counts_most_Z n (map ro fs) (count s t1) T N (roles_below fs A)) as X.
        specialize (X ltac:(intros i Li; pose proof (count_le_T _ _ _ _ _ R0 t1 i (le_n _) Li); lia)). rewrite map_length in X.
        pose proof (counts_add_up _ _ _ _ _ R0 t1 (le_n _)) as Sm. fold n in Sm. rewrite Sm in X. fold t1. lia.
    Qed.
    Lemma different_ok p : forallb (has_name c) (apart S) = true ->
      In p (PEsub K (int_poly (Z.of_nat (length (apart S)))) :: among S (first_names c (apart S)) ++ squares_of S (first_names c (apart S))) -> good w p.
    Proof.
      intros A I. pose proof (apart_ok _ _ _ _ _ _ _ _ Ro) as Ap.
      assert (Ac : are_counts k T s w (first_names c (apart S)) (map ro (apart S))) by (split; [now apply counts_of | assumption]).
      destruct I as [<-|I].
      - split; [reflexivity|]. change (0 <= index_at w K - Z.of_nat (length (apart S)))%Z. rewrite wk.
        assert (X : (length (map ro (apart S)) <= length (seq 0 n))%nat).
        { apply NoDup_incl_length; [assumption|]. intros i Ii. apply in_seq. pose proof (roles_below _ A i Ii). lia. }
        rewrite map_length, seq_length in X. pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. lia.
      - apply in_app_or in I. destruct I as [I|I]; [now apply (among_good S k T F s R0 t w ro W Ro _ _ Ac) | now apply (squares_good S k T F s t w ro Ro _ _ Ac)].
    Qed.
    Lemma count_ok x qs p : is_count_name S c x = true -> forallb (quotient_known c) qs = true ->
      In p (of_count S (map fst qs) (name x) ++ squares_of S [name x]) -> good w p.
    Proof.
      intros A B I. destruct (count_name_ok x A) as [i [Li Ei]]. rewrite forallb_forall in B. apply in_app_or in I. destruct I as [I|I].
      - apply (of_count_good S k T F s R0 t w ro W Ro (map fst qs) (name x) i); auto.
        intros q Iq. apply in_map_iff in Iq. destruct Iq as [[q' j] [<- Iq]]. apply (quotient_ok_ q' j). now apply B.
      - apply (squares_good S k T F s t w ro Ro [name x] [i]); [|assumption]. split; [constructor; [now split|constructor] | repeat constructor; intros []].
    Qed.
    Lemma opening_ok sc p : scoring S = Some sc -> forallb (has_name c) (apart S) = true -> 0 <= value w (PEsub H (PEmul (int_poly (Z.of_nat m)) K)) ->
      In p (flat_map (at_opening S) (all_counts S c)
                 ++ [PEsub (PEsub H (sum_of (first_names c (apart S)))) (PEmul (int_poly (Z.of_nat m)) (PEsub K (int_poly (Z.of_nat (length (first_names c (apart S)))))))]) -> good w p.
    Proof.
      intros Sc A En I. destruct (scoring_policy sc Sc) as [_ [q [Pq [Oq [Eq _]]]]].
      pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. pose proof (t1_T _ _ _ _ _ R0) as tT. fold t1 in tT.
      assert (Enough : (opening q * n <= t1)%nat).
      { change (0 <= IZR (index_at w H) - IZR (Z.of_nat m) * IZR (index_at w K)) in En. rewrite wT, wk, <- mult_IZR, <- minus_IZR in En. apply le_IZR in En. rewrite Eq. nia. }
      assert (Op : forall i, (i < n)%nat -> (Z.of_nat m <= count s t1 i)%Z).
      { intros i Li. pose proof (opened _ _ _ _ _ R0 q Pq Oq t1 i Enough (le_n _) Li) as X. rewrite Eq in X. exact X. }
      pose proof (counts_add_up _ _ _ _ _ R0 t1 (le_n _)) as Sm. fold n in Sm.
      apply in_app_or in I. destruct I as [I|[<-|[]]].
      - apply in_flat_map in I. destruct I as [N [IN I]].
        assert (G : is_index N = true /\ exists i, (i < n)%nat /\ index_at w N = count s t1 i).
        { unfold all_counts in IN. apply in_app_or in IN. destruct IN as [IN|IN].
          - apply in_map_iff in IN. destruct IN as [[x f] [<- IN]]. split; [reflexivity|]. cbn [fst]. destruct (counts_ok _ _ _ _ _ _ _ _ Ro x f IN) as [O C].
            exists (ro f). split; [now apply own_role | exact C].
          - pose proof (n_pos _ _ _ _ _ R0) as np. fold n in np. apply in_app_or in IN. destruct IN as [IN|IN].
            + destruct (seen S Most) as [h|] eqn:E; [|destruct IN]. destruct IN as [<-|[]]. destruct (seen_ok S k T F s t w ro Ro _ _ E) as [Ih Eh].
              split; [assumption|]. destruct (maxZ_attained n (count s t1) np (count_nonneg s t1)) as [i [Li Ei]]. exists i. split; [assumption|]. rewrite Ei. exact Eh.
            + destruct (seen S Least) as [h|] eqn:E; [|destruct IN]. destruct IN as [<-|[]]. destruct (seen_ok S k T F s t w ro Ro _ _ E) as [Ih Eh].
              split; [assumption|]. destruct (minZ_attained n (count s t1) np) as [i [Li Ei]]. exists i. split; [assumption|]. rewrite Ei. exact Eh. }
        destruct G as [IN' [i [Li Ei]]]. pose proof (sum_one (count s t1) (Z.of_nat m) n Op i Li) as X. rewrite Sm, nk in X.
        destruct I as [<-|[<-|[]]].
        + split; [cbn [is_index]; now rewrite IN'|]. change (0 <= index_at w N - Z.of_nat (opening_of (plays S)))%Z. fold m. rewrite Ei. specialize (Op i Li). lia.
        + split; [cbn [is_index]; now rewrite IN'|]. change (0 <= index_at w H - index_at w N - Z.of_nat (opening_of (plays S)) * (index_at w K - 1))%Z. fold m. rewrite Ei, wT, wk. lia.
      - pose proof (apart_ok _ _ _ _ _ _ _ _ Ro) as Ap.
        assert (Ac : are_counts k T s w (first_names c (apart S)) (map ro (apart S))) by (split; [now apply counts_of | assumption]).
        destruct (sum_of_counts k T s w _ _ Ac) as [I1 E1]. destruct (counts_below k T s w _ _ Ac) as [Bl Le].
        split; [cbn [is_index]; now rewrite I1|].
        change (0 <= index_at w H - index_at w (sum_of (first_names c (apart S))) - Z.of_nat m * (index_at w K - Z.of_nat (length (first_names c (apart S)))))%Z.
        rewrite wT, wk, E1, Le. pose proof (some_counts_Z n (map ro (apart S)) (count s t1) (Z.of_nat m) Ap Bl Op) as X. rewrite Sm in X. fold t1. lia.
    Qed.

    (* --- rows with names of their own --- *)
    Definition shown_by (d : said) : Prop := exists zs js, map fst zs = new_ints d /\ map fst js = new_arms d /\ (forall j, In j (map snd js) -> (j < n)%nat) /\
      (forall x i, In (x, i) (new_counts d) -> In i (own t ++ map fst js) /\ zz (ext F w zs js) x = count s t1 (ext_ro ro js i)) /\
      forall f, In f (facts d) -> fact_at cl (ext F w zs js) f.
    Lemma ext_nil : ext F w [] [] = w. Proof. destruct w. reflexivity. Qed.
    Lemma plain_shown l : (forall f, In f l -> fact_at cl w f) -> shown_by (plain l).
    Proof.
      intro G. exists [], []. rewrite ext_nil. split; [reflexivity|]. split; [reflexivity|]. split; [intros ? []|]. split; [intros ? ? [] | exact G].
    Qed.
    Lemma plain_good l : (forall p, In p l -> good w p) -> shown_by (plain (map ge l)).
    Proof. intro G. apply plain_shown. now apply all_good. Qed.

    Section NewNames.
      Variables (zs : list (positive * Z)) (js : list (nat * nat)).
      Hypothesis clean_ : clean_tables S (map fst zs) (map fst js) t = true.
      Hypothesis distinct : NoDup (map fst zs).
      Hypothesis js_arms : forall j, In j (map snd js) -> (j < n)%nat.
      Hypothesis js_concave : forall y, In y (map fst js) -> cl y = Concave.
      Let w' := ext F w zs js.
      Let ro' := ext_ro ro js.
      Let t' := Tables (counts t ++ []) (own t ++ map fst js).
      Lemma new_tables : tables_at t' w' /\ roles_ok t' w' ro'.
      Proof. apply (ext_tables S k T F s t w ro zs js []); auto using W. intros ? ? []. Qed.
      Lemma old_role i : In i (own t) -> ro' i = ro i.
      Proof.
        intro I. unfold ro', ext_ro. rewrite find_role_out; [reflexivity|]. destruct (clean_tables_spec _ _ _ _ clean_) as [_ Y]. apply Y. right. now right.
      Qed.
      Lemma old_name x wd : observes S x wd = true -> zz w' x = zz w x.
      Proof.
        intro E. cbn [w' ext zz]. apply lookup_out. destruct (clean_tables_spec _ _ _ _ clean_) as [X _]. apply X. unfold taken_ints.
        apply in_or_app. right. apply in_or_app. right. unfold observes in E. apply existsb_exists in E. destruct E as [o [I E]]. apply andb_true_iff in E.
        destruct E as [E _]. apply Pos.eqb_eq in E. subst x. now apply in_map.
      Qed.
      Lemma new_name x v : In (x, v) zs -> zz w' x = v.
      Proof. intro I. cbn [w' ext zz]. now apply lookup_in. Qed.
      Lemma names_kept g N : In N (names_of t g) -> In N (names_of t' g).
      Proof. unfold names_of, t'. cbn [counts]. now rewrite app_nil_r. Qed.
      Lemma old_index g N : In N (names_of t g) -> is_index N = true /\ In g (own t) /\ index_at w' N = count s t1 (ro g).
      Proof.
        intro I. destruct new_tables as [W' R']. destruct (names_good S k T F s t' w' ro' R' g N (names_kept g N I)) as [A [B C]].
        destruct (names_good S k T F s t w ro Ro g N I) as [_ [O _]]. split; [assumption|]. split; [assumption|]. rewrite C. now rewrite old_role.
      Qed.
      Lemma new_concave i : In i (own t') -> cl i = Concave.
      Proof. intro I. cbn [t' own] in I. apply in_app_or in I. destruct I as [I|I]; [now apply Conc | now apply js_concave]. Qed.
      Lemma new_own i : In i (own t) -> In i (own t').
      Proof. intro I. cbn [t' own]. apply in_or_app. now left. Qed.
    End NewNames.

    Definition level_value (f : nat) (level : positive) : list (positive * Z) :=
      if observes S level (Level f) then [] else [(level, Definitions.level n s (last_step s t1 (ro f)))].
    Definition before_values (f : nat) (before : list (positive * nat)) : list (positive * Z) :=
      flat_map (fun b => if observes S (fst b) (Before f (snd b)) then [] else [(fst b, count s (last_step s t1 (ro f)) (ro (snd b)))]) before.
    Lemma fresh_values f level before : map fst (level_value f level ++ before_values f before) = fresh_of S f level before.
    Proof.
      unfold level_value, before_values, fresh_of. rewrite map_app. f_equal; [now destruct (observes S level (Level f))|].
      induction before as [|b l IH]; [reflexivity|]. cbn [flat_map]. rewrite map_app, IH. f_equal. now destruct (observes S (fst b) (Before f (snd b))).
    Qed.
    Lemma before_observed f x g : In (x, g) (before_of S f) -> observes S x (Before f g) = true /\ In g (own t).
    Proof.
      unfold before_of. intro I. apply in_flat_map in I. destruct I as [[y wd] [Io I]]. cbn [fst snd] in I. destruct wd; try destruct I.
      destruct (Nat.eqb_spec f0 f) as [->|]; [|destruct I]. destruct I as [E|[]]. injection E as <- <-. split.
      - unfold observes. apply existsb_exists. exists (y, Before f g0). split; [assumption|]. cbn [fst snd word_eqb]. now rewrite Pos.eqb_refl, !Nat.eqb_refl.
      - apply (named_ok _ _ _ _ _ _ _ _ Ro). unfold named_arms. apply in_or_app. left. apply in_flat_map. exists (y, Before f g0). split; [assumption|]. right. now left.
    Qed.
    Lemma last_ok sc f level before N l : scoring S = Some sc -> names_of t f = N :: l -> is_own c f = true -> forallb (is_own c) (map snd before) = true ->
      0 <= value w (PEsub (PEsub N (int_poly (Z.of_nat m))) c1) -> clean_tables S (fresh_of S f level before) [] t = true -> NoDup (fresh_of S f level before) ->
      shown_by (Said [] (fresh_of S f level before) [] [] (moment_facts S t (Some f) (PEsub N c1) (name level) m before (Some sc))).
    Proof.
      intros Sc En Of Ob Nd Cl Dn. destruct (scoring_policy sc Sc) as [So [q [Pq [Oq [Eq Sq]]]]]. apply own_in in Of. destruct (own_role f Of) as [Lf Af].
      set (zs := level_value f level ++ before_values f before). assert (Ez : map fst zs = fresh_of S f level before) by apply fresh_values.
      rewrite <- Ez in Cl, Dn. set (u := last_step s t1 (ro f)) in *.
      assert (IN : In N (names_of t f)) by (rewrite En; now left).
      destruct (names_good S k T F s t w ro Ro f N IN) as [I1 [_ E1]]. fold t1 in E1.
      assert (Cf : (Z.of_nat m + 1 <= count s t1 (ro f))%Z).
      { change (0 <= value w N - IZR (Z.of_nat m) - 1) in Nd. unfold value, env in Nd. rewrite (zeval_ok _ _ N I1) in Nd. fold (index_at w N) in Nd. rewrite E1 in Nd.
        apply le_IZR. rewrite plus_IZR. lra. }
      destruct (last_step_ok s t1 (ro f) ltac:(lia)) as [Lu [Su Cu]]. fold u in Lu, Su, Cu.
      assert (Late : (opening q * n <= u)%nat).
      { pose proof (after_opening _ _ _ _ _ R0 q Pq Oq (Datatypes.S u) (ro f) ltac:(fold t1; lia) Lf) as X. rewrite Eq in X. cbn [count] in X. rewrite Su, Nat.eqb_refl in X.
        fold n in X. rewrite Eq. specialize (X ltac:(lia)). lia. }
      exists zs, []. split; [exact Ez|]. split; [reflexivity|]. split; [intros ? []|]. split; [intros ? ? []|].
      destruct (new_tables zs [] Cl ltac:(intros ? [])) as [W' R'].
      cbn [facts]. intros x Ix.
      refine (moment_ok _ _ _ cl W' R' (new_concave [] ltac:(intros ? [])) t u m (Some f) (PEsub N c1) (name level) before (Some sc) (names_kept []) _ _ _ _ _ _ _ _ x Ix).
      - rewrite <- Eq. now apply moment_late.
      - cbn [is_index]. now rewrite I1.
      - reflexivity.
      - destruct (old_index zs [] Cl ltac:(intros ? []) f N IN) as [_ [_ E']]. change (index_at (ext F w zs []) N - 1 <= zz (ext F w zs []) level)%Z. rewrite E'.
        assert (Lv : zz (ext F w zs []) level = Definitions.level n s u).
        { destruct (observes S level (Level f)) eqn:Ob'.
          - rewrite (old_name zs [] Cl level (Level f) Ob'). exact (observes_ok level (Level f) Ob').
          - apply (new_name zs [] Dn). unfold zs, level_value. rewrite Ob'. now left. }
        rewrite Lv. pose proof (maxZ_ge n (count s u) (ro f) Lf). unfold Definitions.level. lia.
      - change (zz (ext F w zs []) level = Definitions.level n s u). destruct (observes S level (Level f)) eqn:Ob'.
        + rewrite (old_name zs [] Cl level (Level f) Ob'). exact (observes_ok level (Level f) Ob').
        + apply (new_name zs [] Dn). unfold zs, level_value. rewrite Ob'. now left.
      - intros b Ib. assert (Og : In (snd b) (own t)) by (rewrite forallb_forall in Ob; apply own_in, Ob; now apply in_map). split; [now apply new_own|].
        rewrite (old_role zs [] Cl _ Og). destruct (observes S (fst b) (Before f (snd b))) eqn:Ob'.
        + rewrite (old_name zs [] Cl _ _ Ob'). exact (observes_ok _ _ Ob').
        + apply (new_name zs [] Dn). unfold zs. apply in_or_app. right. unfold before_values. apply in_flat_map. exists b. split; [assumption|]. rewrite Ob'. now left.
      - intros g E. injection E as <-. split; [now apply new_own|]. rewrite (old_role zs [] Cl _ Of). destruct (old_index zs [] Cl ltac:(intros ? []) f N IN) as [_ [_ E']].
        split; [|exact Su]. change (index_at (ext F w zs []) N - 1 = count s u (ro f))%Z. rewrite E', Cu. reflexivity.
      - intros y E. injection E as <-. split; [assumption|]. split; [lia|]. exists q. rewrite <- Eq. repeat split; auto.
    Qed.
    Lemma leader_ok sc f before L : scoring S = Some sc -> seen S Most = Some L -> forallb (is_own c) (map snd before) = true ->
      0 <= value w (PEsub (PEsub L c1) (int_poly (Z.of_nat m))) -> clean_tables S (map fst before) [f] t = true -> NoDup (map fst before) -> cl f = Concave ->
      shown_by (Said [] (map fst before) [f] [] (moment_facts S t (Some f) (PEsub L c1) (PEsub L c1) m before (Some sc))).
    Proof.
      intros Sc Sn Ob Nd Cl Dn Cf. destruct (scoring_policy sc Sc) as [So [q [Pq [Oq [Eq Sq]]]]].
      destruct (seen_ok S k T F s t w ro Ro _ _ Sn) as [IL EL]. cbn [word_value] in EL. fold n t1 in EL.
      assert (Lm : (Z.of_nat m + 1 <= Definitions.level n s t1)%Z).
      { change (0 <= value w L - 1 - IZR (Z.of_nat m)) in Nd. unfold value, env in Nd. rewrite (zeval_ok _ _ L IL) in Nd. fold (index_at w L) in Nd. rewrite EL in Nd.
        apply le_IZR. rewrite plus_IZR. lra. }
      destruct (level_reached n s t1 (fun v Lv => pulls_in_range _ _ _ _ _ R0 v Lv) ltac:(lia)) as [u [Lu [Cu Mu]]].
      pose proof (pulls_in_range _ _ _ _ _ R0 u Lu) as Ru. fold n in Ru.
      set (zs := map (fun b => (fst b, count s u (ro (snd b)))) before). set (js := [(f, s u)]).
      assert (Ez : map fst zs = map fst before) by (unfold zs; rewrite map_map; reflexivity).
      rewrite <- Ez in Cl, Dn. change [f] with (map fst js) in Cl.
      assert (Js : forall j, In j (map snd js) -> (j < n)%nat) by (intros j [<-|[]]; exact Ru).
      assert (Late : (opening q * n <= u)%nat).
      { pose proof (after_opening _ _ _ _ _ R0 q Pq Oq (Datatypes.S u) (s u) ltac:(fold t1; lia) Ru) as X. rewrite Eq in X. rewrite count_step in X.
        fold n in X. rewrite Eq. specialize (X ltac:(lia)). lia. }
      exists zs, js. split; [exact Ez|]. split; [reflexivity|]. split; [exact Js|]. split; [intros ? ? []|].
      destruct (new_tables zs js Cl Js) as [W' R'].
      destruct (seen_ok S k T F s _ _ _ R' _ _ Sn) as [_ EL']. cbn [word_value] in EL'. fold n t1 in EL'.
      cbn [facts]. intros x Ix.
      refine (moment_ok _ _ _ cl W' R' (new_concave js ltac:(intros y [<-|[]]; exact Cf)) t u m (Some f) (PEsub L c1) (PEsub L c1) before (Some sc) (names_kept js) _ _ _ _ _ _ _ _ x Ix).
      - rewrite <- Eq. now apply moment_late.
      - cbn [is_index]. now rewrite IL.
      - cbn [is_index]. now rewrite IL.
      - lia.
      - change (index_at (ext F w zs js) L - 1 = Definitions.level n s u)%Z. rewrite EL', Mu. reflexivity.
      - intros b Ib. assert (Og : In (snd b) (own t)) by (rewrite forallb_forall in Ob; apply own_in, Ob; now apply in_map). split; [now apply new_own|].
        rewrite (old_role zs js Cl _ Og). apply (new_name zs js Dn). unfold zs. apply in_map_iff. now exists b.
      - intros g E. injection E as <-. split; [cbn [own]; apply in_or_app; right; now left|]. unfold ext_ro. cbn [find_role js]. rewrite Nat.eqb_refl. split; [|reflexivity].
        change (index_at (ext F w zs js) L - 1 = count s u (s u))%Z. rewrite EL', Cu. reflexivity.
      - intros y E. injection E as <-. split; [assumption|]. split; [lia|]. exists q. rewrite <- Eq. repeat split; auto.
    Qed.
    Lemma pulled_ok_ f level (lo : nat) : let Ns := names_of t f in
      let a := match Ns with N :: _ => PEsub N c1 | [] => int_poly (Z.of_nat lo) end in
      let arm := match Ns with [] => None | _ => Some f end in
      is_own c f = true -> (Z.of_nat lo + 1 <= count s t1 (ro f))%Z -> (Z.of_nat lo * k + 1 <= T)%Z ->
      clean_tables S (if observes S level (Level f) then [] else [level]) [] t = true ->
      shown_by (Said [] (if observes S level (Level f) then [] else [level]) [] []
          (ge (PEsub (PEsub H c1) (PEmul (int_poly (Z.of_nat lo)) K))
           :: map (fun N => ge (PEsub (PEsub N c1) (int_poly (Z.of_nat lo)))) Ns
           ++ moment_facts S t arm a (name level) 0 (before_of S f) None)).
    Proof.
      cbv zeta. intros Of Cf Tk Cl. apply own_in in Of. destruct (own_role f Of) as [Lf Af].
      set (zs := level_value f level). assert (Ez : map fst zs = if observes S level (Level f) then [] else [level]) by (unfold zs, level_value; now destruct (observes S level (Level f))).
      rewrite <- Ez in Cl. assert (Dn : NoDup (map fst zs)) by (rewrite Ez; destruct (observes S level (Level f)); repeat constructor; intros []).
      set (u := last_step s t1 (ro f)) in *. destruct (last_step_ok s t1 (ro f) ltac:(lia)) as [Lu [Su Cu]]. fold u in Lu, Su, Cu.
      exists zs, []. split; [exact Ez|]. split; [reflexivity|]. split; [intros ? []|]. split; [intros ? ? []|].
      destruct (new_tables zs [] Cl ltac:(intros ? [])) as [W' R'].
      pose proof (index_K S k T F s _ _ W') as wk'. pose proof (index_H S k T F s _ _ W') as wT'.
      assert (Lv : zz (ext F w zs []) level = Definitions.level n s u).
      { destruct (observes S level (Level f)) eqn:Ob'.
        - rewrite (old_name zs [] Cl level (Level f) Ob'). exact (observes_ok level (Level f) Ob').
        - apply (new_name zs [] Dn). unfold zs, level_value. rewrite Ob'. now left. }
      pose proof (maxZ_ge n (count s u) (ro f) Lf) as Mx. fold (Definitions.level n s u) in Mx.
      cbn [facts]. intros x [<-|Ix].
      - apply good_fact. split; [reflexivity|]. change (0 <= index_at (ext F w zs []) H - 1 - Z.of_nat lo * index_at (ext F w zs []) K)%Z. rewrite wk', wT'. lia.
      - apply in_app_or in Ix. destruct Ix as [Ix|Ix].
        + apply in_map_iff in Ix. destruct Ix as [N [<- IN]]. destruct (old_index zs [] Cl ltac:(intros ? []) f N IN) as [I1 [_ E1]].
          apply good_fact. split; [cbn [is_index]; now rewrite I1|]. change (0 <= index_at (ext F w zs []) N - 1 - Z.of_nat lo)%Z. rewrite E1. lia.
        + refine (moment_ok _ _ _ cl W' R' (new_concave [] ltac:(intros ? [])) t u 0 _ _ (name level) (before_of S f) None (names_kept []) (moment_any u Lu) _ eq_refl _ Lv _ _ _ x Ix).
          * destruct (names_of t f) as [|N l] eqn:E; [reflexivity|]. destruct (old_index zs [] Cl ltac:(intros ? []) f N ltac:(rewrite E; now left)) as [I1 _].
            cbn [is_index]. now rewrite I1.
          * change (index_at (ext F w zs []) (name level)) with (zz (ext F w zs []) level). rewrite Lv. destruct (names_of t f) as [|N l] eqn:E.
            -- change (Z.of_nat lo <= Definitions.level n s u)%Z. lia.
            -- destruct (old_index zs [] Cl ltac:(intros ? []) f N ltac:(rewrite E; now left)) as [_ [_ E1]].
               change (index_at (ext F w zs []) N - 1 <= Definitions.level n s u)%Z. rewrite E1. lia.
          * intros [y g] Ib. destruct (before_observed f y g Ib) as [Ob' Og]. cbn [fst snd]. split; [now apply new_own|].
            rewrite (old_role zs [] Cl _ Og), (old_name zs [] Cl _ _ Ob'). exact (observes_ok _ _ Ob').
          * intros g E. destruct (names_of t f) as [|N l] eqn:En; [discriminate|]. injection E as <-. split; [now apply new_own|]. rewrite (old_role zs [] Cl _ Of).
            destruct (old_index zs [] Cl ltac:(intros ? []) f N ltac:(rewrite En; now left)) as [_ [_ E1]]. split; [|exact Su].
            change (index_at (ext F w zs []) N - 1 = count s u (ro f))%Z. rewrite E1, Cu. reflexivity.
          * intros y E. discriminate.
    Qed.
    Lemma best_count_ok x : clean_tables S [x] [] t = true -> shown_by (Said [] [x] [] [(x, 0%nat)] []).
    Proof.
      intro Cl. exists [(x, count s t1 (ro 0%nat))], []. split; [reflexivity|]. split; [reflexivity|]. split; [intros ? []|]. split; [|intros ? []].
      intros y i [E|[]]. injection E as <- <-. split; [apply in_or_app; left; exact (best_own _ _ _ _ _ _ _ W)|]. cbn [ext zz lookup]. now rewrite Pos.eqb_refl.
    Qed.
    Theorem row_ok r d : row_said S c r = Some d -> (forall p, In p (needs d) -> 0 <= value w p) ->
      clean_tables S (new_ints d) (new_arms d) t = true -> NoDup (new_ints d) -> (forall y, In y (new_arms d) -> cl y = Concave) -> shown_by d.
    Proof.
      intros E Nd Cl Dn Ca. destruct r as [|x qs| |f level|f|fs|fs|x| |f level before|f before]; cbn [row_said] in E.
      - some_is E. apply (plain_good [PEsub K c1; H]). intros p [<-|[<-|[]]]; (split; [reflexivity|]).
        + change (0 <= index_at w K - 1)%Z. rewrite wk. pose proof (some_arm _ _ _ _ _ R0). lia.
        + rewrite wT. exact T_nonneg.
      - destruct (is_count_name S c x && forallb (quotient_known c) qs) eqn:B; [|discriminate]. some_is E. apply andb_true_iff in B. destruct B as [B1 B2].
        apply plain_good. intros p I. now apply (count_ok x qs).
      - destruct (forallb (has_name c) (apart S)) eqn:B; [|discriminate]. some_is E. apply plain_good. intros p I. now apply different_ok.
      - match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end. some_is E. apply andb_true_iff in B. destruct B as [B1 B2].
        apply own_in in B2 as Of. destruct (own_role f Of) as [Lf _].
        pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. pose proof (t1_T _ _ _ _ _ R0) as tT. fold t1 in tT.
        assert (P1 : (1 <= count s t1 (ro f))%Z -> (1 <= T)%Z) by (intro; pose proof (count_le_T _ _ _ _ _ R0 t1 (ro f) (le_n _) Lf); lia).
        apply orb_true_iff in B1. destruct (existsb (Nat.eqb f) (late S)) eqn:La; cbn [andb negb] in B1.
        + destruct B1 as [B1|B1]; [|discriminate]. destruct (scoring S) as [sc|] eqn:Sc; [|discriminate]. destruct (scoring_policy sc Sc) as [_ [q [Pq [Oq [Eq _]]]]].
          assert (Cf : (Z.of_nat m + 1 <= count s t1 (ro f))%Z).
          { apply (late_ok _ _ _ _ _ _ _ _ Ro). apply existsb_exists in La. destruct La as [y [Iy Ey]]. apply Nat.eqb_eq in Ey. now rewrite Ey. }
          apply (pulled_ok_ f level m); auto. pose proof (after_opening _ _ _ _ _ R0 q Pq Oq t1 (ro f) (le_n _) Lf) as X. rewrite Eq in X. specialize (X ltac:(lia)). fold n in X. nia.
        + destruct B1 as [B1|B1]; [discriminate|]. assert (Cf : (1 <= count s t1 (ro f))%Z).
          { apply (pulled_ok _ _ _ _ _ _ _ _ Ro). unfold looks_at in B1. apply existsb_exists in B1. destruct B1 as [y [Iy Ey]]. apply Nat.eqb_eq in Ey. now rewrite Ey. }
          specialize (P1 Cf). apply (pulled_ok_ f level 0); auto; lia.
      - destruct (is_own c f) eqn:B; [|discriminate]. some_is E. apply own_in in B. destruct (own_role f B) as [Lf Af]. apply plain_shown. intros x [<-|[]].
        apply ge_form; [apply less_defined; apply H_defined|]. rewrite less_value, opt_form, rew_value, Af, wT. pose proof (rew_le_opt k T F (ro f) Lf). lra.
      - destruct (together S c fs) eqn:B; [|discriminate]. some_is E. apply plain_shown. intros x [<-|[]]. now apply share_ok.
      - destruct (together S c fs) eqn:B; [|discriminate]. some_is E. apply plain_shown. intros x I. now apply (rest_ok fs).
      - some_is E. now apply best_count_ok.
      - destruct (scoring S) as [sc|] eqn:Sc; [|discriminate]. destruct (no_beside S && forallb (has_name c) (apart S)) eqn:B; [|discriminate]. some_is E.
        apply andb_true_iff in B. destruct B as [_ B]. exists [], []. rewrite ext_nil. split; [reflexivity|]. split; [reflexivity|]. split; [intros ? []|]. split; [intros ? ? []|].
        cbn [facts]. apply all_good. intros p I. apply (opening_ok sc p Sc B); [apply Nd; now left | exact I].
      - destruct (scoring S) as [sc|] eqn:Sc; [|discriminate]. destruct (names_of (tabs c) f) as [|N l] eqn:En; [discriminate|].
        destruct (is_own c f && forallb (is_own c) (map snd before)) eqn:B; [|discriminate]. some_is E. apply andb_true_iff in B. destruct B as [B1 B2].
        exact (last_ok sc f level before N l Sc En B1 B2 (Nd _ (or_introl eq_refl)) Cl Dn).
      - destruct (scoring S) as [sc|] eqn:Sc; [|discriminate]. destruct (seen S Most) as [L|] eqn:Sn; [|discriminate].
        destruct (forallb (is_own c) (map snd before)) eqn:B; [|discriminate]. some_is E.
        exact (leader_ok sc f before L Sc Sn B (Nd _ (or_introl eq_refl)) Cl Dn (Ca f (or_introl eq_refl))).
    Qed.
  End AtPlace.

  Theorem row_brings_ok bounded cl r g c : sound bounded cl tables_at (row_brings S c cl r g) g c.
  Proof.
    intros obs c' E M V w Kn. unfold row_brings in E. destruct (row_said S c r) as [d|] eqn:Ed; [|discriminate].
    match type of E with (if ?b then _ else _) = _ => destruct b eqn:B; [|discriminate] end. injection E as <- <-.
    rewrite !andb_true_iff, forallb_forall in B. destruct B as [[Fr Nd] Co]. unfold fresh in Fr. apply andb_true_iff in Fr. destruct Fr as [Fc Fg].
    assert (Cc : forall y, In y (0%nat :: new_arms d ++ own (tabs c)) -> cl y = Concave) by (intros y I; specialize (Co y I); now destruct (cl y)).
    destruct (roles_at _ _ _ _ _ _ _ (known_tables _ _ _ _ _ Kn)) as [ro Ro].
    assert (Ct : clean_tables S (new_ints d) (new_arms d) (tabs c) = true) by (unfold clean_ctx in Fc; rewrite !andb_true_iff in Fc; tauto).
    assert (Sh : shown_by cl c w ro d).
    { apply (row_ok bounded cl c w ro Kn Ro) with (r := r); auto.
      - intros i I. apply Cc. right. apply in_or_app. now right.
      - intros p I. exact (sign_shown bounded cl tables_at c p false w (M _ (in_map _ _ _ I)) Kn).
      - now apply nodup_pos_ok.
      - intros y I. apply Cc. right. apply in_or_app. now left. }
    destruct Sh as [zs [js [Ez [Ej [Js [Nc Fa]]]]]]. rewrite <- Ez, <- Ej in *. set (w' := ext F w zs js) in *.
    pose proof (ext_agree F w zs js) as Ag. fold w' in Ag.
    assert (Ar : arms_at bounded cl w').
    { apply (ext_arms S k T F s R0); [exact (known_arms _ _ _ _ _ Kn) | intros y I; apply Cc; right; apply in_or_app; now left | exact Js]. }
    pose proof (known_agree bounded cl tables_at (clean_tables S) (RunRules.tables_agree S k T F s) _ _ c w w' Ag Fc Ar Kn) as Kn'.
    apply (holds_agree cl _ _ w w' g Ag Fg). apply V. apply known_assuming; [|exact Fa].
    destruct Kn' as [A' T' C' H' F']. split; try assumption. cbn [tabs].
    apply (ext_tables S k T F s (tabs c) w ro zs js (new_counts d)); auto. exact (known_tables _ _ _ _ _ Kn).
  Qed.
End Sound.
