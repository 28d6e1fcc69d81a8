(* Claims with their proofs: where indices are defined, the goals, lemmas.
     check_claim_ok    an accepted claim is true in every world in which its givens hold
     check_lemmas_ok   so are lemmas, each of which may cite those before it *)
Require Export Judge.
Require Import Lra Lia QArith Qreals Bool.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

Definition int_poly (n : Z) : poly := PEc (inject_Z n).
(* what must be >= 0 for a functional to be defined *)
Definition domain_of (first : Z) (a : atom) : list poly :=
  match a with
  | Val _ n => [PEsub n (int_poly first)]
  | ARew _ n => [n]
  | AArea _ n => [n; int_poly (- first)]
  | ADelta _ n => [PEsub (PEsub n (int_poly first)) c1]
  | AP _ a N => [PEsub (PEsub a (int_poly first)) c1; PEsub N a]
  end.
Definition domains_of (cl : nat -> aclass) (f : form) : list poly :=
  flat_map (fun t => domain_of (first (cl (arm_of (snd t)))) (snd t)) (terms f).
Definition form_ok (f : form) : bool := forallb (fun t => indices_ok (snd t)) (terms f).

Lemma domain_of_ok cl w a : indices_ok a = true -> (forall p, In p (domain_of (first (cl (arm_of a))) a) -> 0 <= value w p) ->
  forall c k e, In (c, (k, e)) (expand a) -> is_index e = true /\ (least (cl (arm_of a)) k <= index_at w e)%Z.
Proof.
  set (o := first (cl (arm_of a))). intros I H c k e X.
  assert (V : forall p, is_index p = true -> value w p = IZR (index_at w p)) by (intros p Ip; now apply zeval_ok).
  assert (O : (0 <= o)%Z) by (unfold o; destruct (cl (arm_of a)); cbn; lia).
  destruct a as [f n|f n|f n|f a N|f n]; cbn [expand indices_ok domain_of arm_of] in *; fold o.
  - destruct X as [X|[]]. inversion X; subst. split; [assumption|]. cbn [least].
    specialize (H _ (or_introl eq_refl)). change (0 <= value w e - IZR o) in H. rewrite (V e I) in H. apply le_IZR. fold o. lra.
  - destruct X as [X|[]]. inversion X; subst. split; [assumption|]. cbn [least].
    specialize (H _ (or_introl eq_refl)). rewrite (V e I) in H. now apply le_IZR in H.
  - specialize (H _ (or_introl eq_refl)). change (0 <= value w n - IZR o - 1) in H. rewrite (V n I) in H.
    assert (L : (o + 1 <= index_at w n)%Z) by (apply le_IZR; rewrite plus_IZR; lra).
    destruct X as [X|[X|[]]]; inversion X; subst; cbn [least]; fold o; (split; [cbn [is_index]; now rewrite ?I|]).
    + lia.
    + change (o <= index_at w n - 1)%Z. lia.
  - apply andb_true_iff in I. destruct I as [Ia IN].
    specialize (H _ (or_introl eq_refl)). change (0 <= value w a - IZR o - 1) in H. rewrite (V a Ia) in H.
    assert (L : (o + 1 <= index_at w a)%Z) by (apply le_IZR; rewrite plus_IZR; lra).
    destruct X as [X|[X|[X|[]]]]; inversion X; subst; cbn [least]; fold o; (split; [cbn [is_index]; now rewrite ?Ia|]).
    + lia.
    + lia.
    + change (o <= index_at w a - 1)%Z. lia.
  - pose proof (H _ (or_introl eq_refl)) as H1. pose proof (H _ (or_intror (or_introl eq_refl))) as H2.
    rewrite (V n I) in H1. apply le_IZR in H1. change (0 <= IZR (- o)) in H2. apply le_IZR in H2.
    destruct X as [X|[X|[X|[]]]]; inversion X; subst; cbn [least]; fold o; (split; [assumption || reflexivity|]).
    + assumption.
    + lia.
    + change (o <= 0)%Z. lia.
Qed.
Lemma domains_of_ok cl w f : form_ok f = true -> (forall p, In p (domains_of cl f) -> 0 <= value w p) -> defined cl w f.
Proof.
  unfold form_ok. rewrite forallb_forall. intros I H c a X. specialize (I _ X). cbn [snd] in I. split; [assumption|].
  apply (domain_of_ok cl w a I). intros p Ip. apply H. apply in_flat_map. exists (c, a). now split.
Qed.

Record claimproof {fact : Type} := Proof_ { domain : list (option (node fact)); goals : list (node fact) }.
Arguments claimproof : clear implicits.
Arguments Proof_ {fact}.
Fixpoint forallb2 {X Y} (t : X -> Y -> bool) (l : list X) (m : list Y) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => t x y && forallb2 t l m | _, _ => false end.
Lemma forallb2_ok {X Y} (t : X -> Y -> bool) l m : forallb2 t l m = true -> forall x, In x l -> exists y, t x y = true.
Proof.
  revert m. induction l as [|x l IH]; intros [|y m]; cbn; try discriminate; intros H x0 I; [destruct I|].
  apply andb_true_iff in H. destruct H as [H1 H2]. destruct I as [<-|I]; [now exists y | now apply (IH m H2)].
Qed.

Section Claims.
  Context {fact tables : Type}.
  Variable bounded : bool.
  Variable lemmas : list claim.
  Variable tables_at : tables -> world -> Prop.
  Variable clean_tables : list positive -> list nat -> tables -> bool.
  Hypothesis tables_agree : forall xs ys t w w', agree xs ys w w' -> clean_tables xs ys t = true ->
    tables_at t w -> tables_at t w'.
  Variable row : list claim -> (nat -> aclass) -> fact -> goal -> @ctx tables -> @brings tables.
  Hypothesis row_ok : forall ls cl f g c, sound bounded cl tables_at (row ls cl f g c) g c.
  Hypothesis lemmas_true : forall l, In l lemmas -> true_claim bounded l.
  Definition fuel : nat := 400.

  Section OneClaim.
    Variable c : claim.
    Variable t : tables.
    Let cl := class_in (classes c).
    Definition prove (p : goal * @ctx tables * node fact) : bool :=
      check bounded (class_in (classes c)) lemmas clean_tables (row lemmas (class_in (classes c))) fuel p.
    Definition start (more : list constraint) (h : list comparison) (f : list family) : ctx :=
      Ctx (flat_map constraints_of (givens c) ++ more) h f t.
    Definition floors_known := flat_map floor_constraints (floors c).
    Definition family_constraints (f : family) : list constraint :=
      map (fun p => (p, false)) (in_range f (PEX (xO (fvar f))) (PEX (xO (fvar f)))).
    (* what must be >= 0, and where: divisors, indices, indices of families *)
    Definition obligations : list (ctx * poly) :=
      map (fun f => (start [] [] [], PEsub (snd f) c1)) (floors c)
      ++ map (pair (start floors_known [] [])) (flat_map (fun g => domains_of (class_in (classes c)) (left g)) (givens c ++ conclusion c))
      ++ flat_map (fun f => map (pair (start (floors_known ++ family_constraints f) [] [])) (domains_of (class_in (classes c)) (left (fsays f)))) (families c).
    Definition prove_domain (o : ctx * poly) (n : option (node fact)) : bool :=
      match n with None => is_nonneg (snd o) | Some n => prove (Sign (snd o) false, fst o, n) end.
    Definition family_ok (f : family) : bool :=
      let x := [fvar f] in
      form_ok (left (fsays f)) && is_index (ffirst f) && clean x (ffirst f)
      && match flast f with Some l => is_index l && clean x l | None => true end
      && forallb (fun k => clean x (fst k)) (flat_map constraints_of (givens c) ++ floors_known) && clean_tables x [] t.
    Definition well_formed : bool :=
      forallb (fun g => form_ok (left g)) (givens c ++ conclusion c) && forallb floor_form (floors c) && forallb family_ok (families c).
    Definition wanted (g : comparison) : list goal :=
      match rel g with
      | GE => [Says (left g) false] | GT => [Says (left g) true]
      | EQ => [Says (left g) false; Says (fscale (PEopp c1) (left g)) false]
      end.
    Definition place : ctx := start floors_known (filter about_rewards (givens c)) (families c).
    Definition check_claim (p : claimproof fact) : bool :=
      well_formed && forallb2 prove_domain obligations (domain p)
      && forallb2 (fun g n => prove (g, place, n)) (flat_map wanted (conclusion c)) (goals p).

    Section Sound.
      Variable w : world.
      Hypothesis arms_ : arms_at bounded (class_in (classes c)) w.
      Hypothesis tables_ : tables_at t w.
      Hypothesis floors_ : forall f, In f (floors c) -> floor_at w f.
      Hypothesis givens_ : forall g, In g (givens c) -> true_at w g.
      Hypothesis families_ : forall f, In f (families c) -> family_at w f.

      Lemma prove_ok g k n w' : prove (g, k, n) = true -> known bounded cl tables_at k w' -> holds cl w' g.
      Proof. intros H K. exact (check_ok bounded cl lemmas tables_at clean_tables tables_agree (row lemmas cl) (row_ok lemmas cl) lemmas_true fuel _ H w' K). Qed.
      Lemma known_start more h f w' : arms_at bounded cl w' -> tables_at t w' -> holds_r (env w') (flat_map constraints_of (givens c)) -> holds_r (env w') more ->
        (forall g, In g h -> true_at w' g /\ defined cl w' (left g)) ->
        (forall x, In x f -> family_at w' x /\ forall n, (index_at w' (ffirst x) <= n)%Z ->
          match flast x with Some l => (n <= index_at w' l)%Z | None => True end -> defined cl (put w' (fvar x) n) (left (fsays x))) ->
        known bounded cl tables_at (start more h f) w'.
      Proof.
        intros A T0 G M H F. split; try assumption. intros x I. cbn [start cs] in I. apply in_app_or in I. destruct I; auto.
      Qed.
      Lemma givens_cs : holds_r (env w) (flat_map constraints_of (givens c)).
      Proof. intros x I. apply in_flat_map in I. destruct I as [g [Ig I]]. exact (constraints_ok w g (givens_ g Ig) x I). Qed.
      Lemma start_plain more : holds_r (env w) more -> known bounded cl tables_at (start more [] []) w.
      Proof. intro M. apply known_start; try assumption; [apply givens_cs | intros ? [] | intros ? []]. Qed.

      Variable p : claimproof fact.
      Hypothesis accepted : check_claim p = true.
      Lemma parts_accepted : well_formed = true /\ (forall o, In o obligations -> exists n, prove_domain o n = true)
        /\ forall g, In g (flat_map wanted (conclusion c)) -> exists n, prove (g, place, n) = true.
      Proof.
        pose proof accepted as H. unfold check_claim in H. rewrite !andb_true_iff in H. destruct H as [[W D] G].
        split; [assumption|]. split; [exact (forallb2_ok _ _ _ D) | exact (forallb2_ok _ _ _ G)].
      Qed.
      Lemma obligation_ok k q w' : In (k, q) obligations -> known bounded cl tables_at k w' -> 0 <= value w' q.
      Proof.
        intros I K. destruct parts_accepted as [_ [D _]]. destruct (D _ I) as [[n|] H]; cbn [prove_domain fst snd] in H.
        - exact (prove_ok _ _ _ _ H K).
        - now apply is_nonneg_ok.
      Qed.
      Lemma well_formed_parts : (forall g, In g (givens c ++ conclusion c) -> form_ok (left g) = true) /\
        (forall f, In f (floors c) -> floor_form f = true) /\ (forall f, In f (families c) -> family_ok f = true).
      Proof.
        destruct parts_accepted as [W _]. unfold well_formed in W. rewrite !andb_true_iff, !forallb_forall in W. tauto.
      Qed.
      Lemma floors_cs : holds_r (env w) floors_known.
      Proof.
        destruct well_formed_parts as [_ [W _]]. intros x I. apply in_flat_map in I. destruct I as [f [If I]].
        apply (floor_ok w f); try auto.
        assert (O : In (start [] [] [], PEsub (snd f) c1) obligations)
          by (apply in_or_app; left; apply in_map_iff; exists f; now split).
        pose proof (obligation_ok _ _ w O (start_plain [] ltac:(intros ? []))) as N.
        specialize (W f If). unfold floor_form in W. apply andb_true_iff in W. destruct W as [_ Id].
        change (0 <= value w (snd f) - real 1%Q) in N. unfold value, env in N. rewrite (zeval_ok _ _ _ Id), real_1 in N.
        apply le_IZR. unfold index_at. lra.
      Qed.
      Lemma forms_defined g : In g (givens c ++ conclusion c) -> defined cl w (left g).
      Proof.
        intro I. apply domains_of_ok; [now apply well_formed_parts|]. intros q Iq.
        apply (obligation_ok (start floors_known [] [])).
        - apply in_or_app. right. apply in_or_app. left. apply in_map. apply in_flat_map. now exists g.
        - apply start_plain, floors_cs.
      Qed.
      Lemma families_defined f n : In f (families c) -> (index_at w (ffirst f) <= n)%Z ->
        match flast f with Some l => (n <= index_at w l)%Z | None => True end -> defined cl (put w (fvar f) n) (left (fsays f)).
      Proof.
        intros I N1 N2. pose proof (proj2 (proj2 well_formed_parts) f I) as W. unfold family_ok in W. cbv zeta in W. rewrite !andb_true_iff in W.
        destruct W as [[[[[W1 W2] W3] W4] W5] W6]. pose proof (agree_put w (fvar f) n) as Ag. rewrite forallb_forall in W5.
        apply domains_of_ok; [assumption|]. intros q Iq.
        apply (obligation_ok (start (floors_known ++ family_constraints f) [] [])).
        - apply in_or_app. right. apply in_or_app. right. apply in_flat_map. exists f. split; [assumption|]. now apply in_map.
        - assert (Same : forall x, In x (flat_map constraints_of (givens c) ++ floors_known) -> holds_c (env w) x -> holds_c (env (put w (fvar f) n)) x).
          { intros x Ix. unfold holds_c. pose proof (agree_value _ _ _ _ _ Ag (W5 x Ix)) as E. unfold value in E. now rewrite E. }
          apply known_start; try (intros ? []); try assumption.
          + now apply (tables_agree [fvar f] [] t w).
          + intros x Ix. apply Same; [apply in_or_app; now left | now apply givens_cs].
          + intros x Ix. apply in_app_or in Ix. destruct Ix as [Ix|Ix].
            * apply Same; [apply in_or_app; now right | now apply floors_cs].
            * unfold family_constraints, in_range in Ix. cbn [map] in Ix. destruct Ix as [<-|Ix].
              -- unfold holds_c. cbn [fst snd]. change (0 <= IZR (zz (put w (fvar f) n) (fvar f)) - value (put w (fvar f) n) (ffirst f)).
                 rewrite put_same, <- (agree_value _ _ _ _ _ Ag W3). unfold value, env. rewrite (zeval_ok _ _ _ W2). apply IZR_le in N1. unfold index_at in N1. lra.
              -- destruct (flast f) as [l|]; [|destruct Ix]. destruct Ix as [<-|[]]. apply andb_true_iff in W4. destruct W4 as [W4 W4'].
                 unfold holds_c. cbn [fst snd]. change (0 <= value (put w (fvar f) n) l - IZR (zz (put w (fvar f) n) (fvar f))).
                 rewrite put_same, <- (agree_value _ _ _ _ _ Ag W4'). unfold value, env. rewrite (zeval_ok _ _ _ W4). apply IZR_le in N2. unfold index_at in N2. lra.
      Qed.
      Lemma known_place : known bounded cl tables_at place w.
      Proof.
        apply known_start; try assumption; [apply givens_cs | apply floors_cs | |].
        - intros g I. apply filter_In in I. destruct I as [I _]. split; [now apply givens_|]. apply forms_defined, in_or_app. now left.
        - intros f I. split; [now apply families_|]. intros n. now apply families_defined.
      Qed.
      Theorem check_claim_ok g : In g (conclusion c) -> true_at w g /\ defined cl w (left g).
      Proof.
        intro I. assert (D : defined cl w (left g)) by (apply forms_defined, in_or_app; now right). split; [|assumption].
        assert (X : forall q, In q (wanted g) -> holds cl w q).
        { intros q Iq. destruct (proj2 (proj2 parts_accepted) q) as [n H]; [apply in_flat_map; now exists g|].
          exact (prove_ok _ _ _ _ H known_place). }
        unfold true_at, says. fold (form_at w (left g)). unfold wanted in X. destruct (rel g); cbn [compare].
        - exact (X _ (or_introl eq_refl) D).
        - exact (X _ (or_introl eq_refl) D).
        - pose proof (X _ (or_introl eq_refl) D) as X1. pose proof (X _ (or_intror (or_introl eq_refl))) as X2.
          cbn [holds] in X1, X2. specialize (X2 ltac:(now apply fscale_domain)). unfold form_at in X2. rewrite fscale_value in X2.
          change (peval (environment (zz w) (rr w)) (PEopp c1)) with (- real 1%Q) in X2. rewrite real_1 in X2. unfold form_at in *. lra.
      Qed.
    End Sound.
  End OneClaim.
End Claims.
