(* The table of facts about runs: a row for each word of the kernel's table, with its soundness.
     row_ok        what a row brings in is true in the run
     moment_ok     the moment before a pull: counts, the largest count, maximal scores
   Arm 0 is an arm of the instance that is best at T, arm 1 the constant ALG/T. *)
Require Export RunStatements.
Require Import Lra Lia QArith Qreals Bool Arith.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

(* --- what is known of a run at a place of a proof: names of final counts, arms of the instance --- *)
Record tables := Tables { counts : list (positive * nat); own : list nat }.
Definition name (x : positive) : poly := PEX (xO x).
Definition K : poly := PEX 4.
Definition H : poly := PEX 6.
Definition ge (p : poly) : comparison := Cmp GE (Form p []).
Definition word_eqb (a b : word) : bool :=
  match a, b with
  | Pulls f, Pulls g | Rival f, Rival g | Idle f, Idle g | Level f, Level g => Nat.eqb f g
  | Before f g, Before f' g' => Nat.eqb f f' && Nat.eqb g g'
  | Most, Most | Least, Least | Squares, Squares => true
  | _, _ => false
  end.
Lemma word_eqb_ok a b : word_eqb a b = true -> a = b.
Proof.
  destruct a, b; cbn; try discriminate; rewrite ?andb_true_iff, ?Nat.eqb_eq; intro E; try reflexivity; try (now f_equal).
Qed.
Definition word_arms (wd : word) : list nat :=
  match wd with Pulls f | Rival f | Idle f | Level f => [f] | Before f g => [f; g] | _ => [] end.
Definition named_arms (S : run_statement) : list nat :=
  flat_map (fun o => word_arms (snd o)) (observed S) ++ pulled S ++ late S ++ apart S.
Definition start_tables (S : run_statement) : tables :=
  Tables (flat_map (fun o => match snd o with Pulls f => [(fst o, f)] | _ => [] end) (observed S)) (0%nat :: seq 2 (roles S)).
Definition names_of (t : tables) (f : nat) : list poly := map (fun c => name (fst c)) (filter (fun c => Nat.eqb (snd c) f) (counts t)).
Definition opt {X} (o : option poly) (f : poly -> X) : list X := match o with Some p => [f p] | None => [] end.
Definition sum_of (l : list poly) : poly := fold_right PEadd (PEc 0%Q) l.
Definition score_subst (a M : poly) : positive -> poly :=
  fun x => match x with 8%positive => a | 10%positive => M | 6%positive => H | 2%positive | 4%positive => K | _ => PEc 0%Q end.
Definition score_at (sc : form) (f : nat) (a M : poly) : form := fsubst (score_subst a M) (fun _ => f) sc.
Definition less (f g : form) : form := fadd f (fscale (PEopp c1) g).

Lemma in_turn {X} (p : run_policy) (l : list X) x : In x (match p with InTurn => l | _ => [] end) -> p = InTurn /\ In x l.
Proof. destruct p; try (now intros []). now split. Qed.

Section Table.
  Variable S : run_statement.
  Let m := opening_of (plays S).
  Definition seen (wd : word) : option poly :=
    match find (fun o => word_eqb (snd o) wd) (observed S) with Some o => Some (name (fst o)) | None => None end.
  Definition among (cs : list poly) : list poly :=
    let N := sum_of cs in let others := PEsub K (int_poly (Z.of_nat (length cs))) in
    [PEsub H N] ++ opt (seen Least) (fun l => PEsub (PEsub H N) (PEmul others l)) ++ opt (seen Most) (fun h => PEsub (PEadd N (PEmul others h)) H).
  Definition of_count (quots : list positive) (N : poly) : list poly :=
    [N] ++ opt (seen Most) (fun h => PEsub h N) ++ opt (seen Least) (fun l => PEsub N l) ++ among [N]
    ++ match plays S with
       | InTurn => flat_map (fun q => [PEsub N (name q); PEsub (PEadd (name q) c1) N; PEsub (PEsub (PEadd H K) c1) (PEmul K N)]) quots
       | _ => []
       end.
  Definition squares_of (cs : list poly) : list poly := opt (seen Squares) (fun q => PEsub q (sum_of (map (fun n => PEmul n n) cs))).
  Definition moment_facts (t : tables) (f : option nat) (a M : poly) (lo : nat) (before : list (positive * nat)) (sc : option form) : list comparison :=
    [ge (PEsub M a); ge (PEsub (PEsub (PEsub H c1) (PEmul (int_poly (Z.of_nat lo)) (PEsub K c1))) M)] ++ opt (seen Most) (fun h => ge (PEsub h M))
    ++ flat_map (fun b => let B := name (fst b) in
         (if match f with Some f => Nat.eqb (snd b) f | None => false end then [Cmp EQ (Form (PEsub B a) [])]
          else [ge (PEsub B (int_poly (Z.of_nat lo))); ge (PEsub M B)]
               ++ match sc, f with Some sc, Some f => [Cmp GE (less (score_at sc f a M) (score_at sc (snd b) B M))] | _, _ => [] end)
         ++ map (fun N => ge (PEsub N B)) (names_of t (snd b))) before.
  Definition rew (f : nat) (n : poly) : form := Form (PEc 0%Q) [(c1, ARew f n)].
  Definition earned_by (t : tables) (fs : list nat) : form :=
    fold_right (fun f g => fadd match names_of t f with N :: _ => rew f N | [] => fzero end g) fzero fs.
End Table.

(* --- the world of a run --- *)
Section Semantics.
  Variables (S : run_statement) (k T : Z) (F : nat -> arm) (s : nat -> nat).
  Let m := opening_of (plays S).
  Let n := Z.to_nat k.
  Let t1 := Z.to_nat T.
  Record roles_ok (t : tables) (w : world) (ro : nat -> nat) : Prop := {
    own_ok : forall i, In i (own t) -> (ro i < n)%nat /\ aa w i = F (ro i);
    counts_ok : forall x i, In (x, i) (counts t) -> In i (own t) /\ zz w x = count s t1 (ro i);
    named_ok : forall i, In i (named_arms S) -> In i (own t);
    observed_ok : forall o, In o (observed S) -> zz w (fst o) = word_value m k T s ro (snd o);
    pulled_ok : forall i, In i (pulled S) -> (1 <= count s t1 (ro i))%Z;
    late_ok : forall i, In i (late S) -> (Z.of_nat m + 1 <= count s t1 (ro i))%Z;
    apart_ok : NoDup (map ro (apart S)) }.
  Record tables_at (t : tables) (w : world) : Prop := {
    k_at : zz w 2 = k; T_at : zz w 3 = T;
    opt_at : Rew (aa w 0%nat) T = OPT k F T; alg_at : Rew (aa w 1%nat) T = ALG F s T;
    best_own : In 0%nat (own t);
    roles_at : exists ro, roles_ok t w ro }.
  Definition taken_ints (t : tables) : list positive := [2; 3]%positive ++ map fst (counts t) ++ map fst (observed S).
  Definition taken_arms (t : tables) : list nat := [0; 1]%nat ++ own t.
  Definition clean_tables (xs : list positive) (ys : list nat) (t : tables) : bool :=
    forallb (fun x => negb (existsb (Pos.eqb x) (taken_ints t))) xs && forallb (fun y => negb (existsb (Nat.eqb y) (taken_arms t))) ys.
  Lemma clean_tables_spec xs ys t : clean_tables xs ys t = true ->
    (forall x, In x (taken_ints t) -> ~ In x xs) /\ (forall i, In i (taken_arms t) -> ~ In i ys).
  Proof.
    unfold clean_tables. rewrite andb_true_iff, !forallb_forall. intros [X Y]. split.
    - intros x I J. specialize (X x J). apply negb_true_iff, not_true_iff_false in X. apply X, existsb_exists. exists x. split; [assumption | apply Pos.eqb_refl].
    - intros i I J. specialize (Y i J). apply negb_true_iff, not_true_iff_false in Y. apply Y, existsb_exists. exists i. split; [assumption | apply Nat.eqb_refl].
  Qed.
  Lemma roles_agree xs ys t w w' ro : agree xs ys w w' -> clean_tables xs ys t = true -> roles_ok t w ro -> roles_ok t w' ro.
  Proof.
    intros [A [_ C]] Cl [o c nm ob pu la ap]. destruct (clean_tables_spec _ _ _ Cl) as [X Y]. split; try assumption.
    - intros i I. destruct (o i I) as [L E]. split; [assumption|]. rewrite <- C; [assumption|]. apply Y. right. right. assumption.
    - intros x i I. destruct (c x i I) as [I2 E]. split; [assumption|]. rewrite <- A; [assumption|]. apply X. unfold taken_ints. apply in_or_app. right.
      apply in_or_app. left. apply in_map_iff. now exists (x, i).
    - intros o' I. rewrite <- A; [now apply ob|]. apply X. unfold taken_ints. apply in_or_app. right. apply in_or_app. right. now apply in_map.
  Qed.
  Lemma tables_agree xs ys t w w' : agree xs ys w w' -> clean_tables xs ys t = true -> tables_at t w -> tables_at t w'.
  Proof.
    intros Ag Cl [k0 T0 o0 a0 b0 [ro R0]]. pose proof (clean_tables_spec _ _ _ Cl) as [X Y]. pose proof Ag as [A [_ C]]. split; try assumption.
    - rewrite <- A; [assumption | apply X; now left].
    - rewrite <- A; [assumption | apply X; right; now left].
    - rewrite <- C; [assumption | apply Y; now left].
    - rewrite <- C; [assumption | apply Y; right; now left].
    - exists ro. now apply (roles_agree xs ys t w).
  Qed.

  (* --- facts at a world --- *)
  Hypothesis R0 : run (policy_of (plays S)) k T F s.
  Definition good (w : world) (p : poly) : Prop := is_index p = true /\ (0 <= index_at w p)%Z.
  Definition fact_at (cl : nat -> aclass) (w : world) (c : comparison) : Prop := true_at w c /\ defined cl w (left c).
  Lemma good_fact cl w p : good w p -> fact_at cl w (ge p).
  Proof.
    intros [I G]. split; [|intros ? ? []]. unfold true_at, says, ge, form_value. cbn [rel left constant terms terms_value compare].
    rewrite (zeval_ok _ _ p I). apply IZR_le in G. unfold index_at in G. lra.
  Qed.
  Lemma all_good cl w l : (forall p, In p l -> good w p) -> forall c, In c (map ge l) -> fact_at cl w c.
  Proof. intros G c I. apply in_map_iff in I. destruct I as [p [<- Ip]]. now apply good_fact, G. Qed.

  Section AtWorld.
    Variables (t : tables) (w : world) (ro : nat -> nat).
    Hypothesis W : tables_at t w.
    Hypothesis Ro : roles_ok t w ro.
    Lemma index_K : index_at w K = k. Proof. exact (k_at _ _ W). Qed.
    Lemma index_H : index_at w H = T. Proof. exact (T_at _ _ W). Qed.
    Lemma seen_ok wd p : seen S wd = Some p -> is_index p = true /\ index_at w p = word_value m k T s ro wd.
    Proof.
      unfold seen. destruct (find _ (observed S)) as [[x wd']|] eqn:E; [|discriminate]. intro X. inversion X; subst p. split; [reflexivity|].
      apply find_some in E. destruct E as [I E]. apply word_eqb_ok in E. cbn [snd] in E. subst wd'. exact (observed_ok _ _ _ Ro _ I).
    Qed.
    Lemma opt_good wd (f : poly -> poly) : (forall p, is_index p = true -> index_at w p = word_value m k T s ro wd -> good w (f p)) ->
      forall p, In p (opt (seen S wd) f) -> good w p.
    Proof.
      intros G p I. destruct (seen S wd) as [q|] eqn:E; [|destruct I]. destruct I as [<-|[]]. destruct (seen_ok wd q E). now apply G.
    Qed.
    Lemma names_good i N : In N (names_of t i) -> is_index N = true /\ In i (own t) /\ index_at w N = count s t1 (ro i).
    Proof.
      unfold names_of. intro I. apply in_map_iff in I. destruct I as [[x j] [<- I]]. apply filter_In in I. destruct I as [I E].
      cbn [snd] in E. apply Nat.eqb_eq in E. subst j. destruct (counts_ok _ _ _ Ro x i I) as [O E]. split; [reflexivity|]. split; assumption.
    Qed.
    (* polynomials that are final counts of different arms *)
    Definition are_counts (cs : list poly) (is_ : list nat) : Prop :=
      Forall2 (fun p i => is_index p = true /\ (i < n)%nat /\ index_at w p = count s t1 i) cs is_ /\ NoDup is_.
    Lemma sum_of_ok cs is_ (g : poly -> poly) (h : Z -> Z) : (forall p, is_index p = true -> is_index (g p) = true /\ index_at w (g p) = h (index_at w p)) ->
      Forall2 (fun p i => is_index p = true /\ (i < n)%nat /\ index_at w p = count s t1 i) cs is_ ->
      is_index (sum_of (map g cs)) = true /\ index_at w (sum_of (map g cs)) = fold_right (fun i a => (h (count s t1 i) + a)%Z) 0%Z is_.
    Proof.
      intros Hg. induction 1 as [|p i cs is_ [I [L E]] _ [IH1 IH2]]; [split; reflexivity|]. destruct (Hg p I) as [G1 G2]. cbn [map sum_of fold_right is_index].
      split; [now rewrite G1|]. change (index_at w (g p) + index_at w (sum_of (map g cs)) = h (count s t1 i) + fold_right (fun i a => (h (count s t1 i) + a)%Z) 0%Z is_)%Z.
      now rewrite G2, E, IH2.
    Qed.
    Lemma sum_of_counts cs is_ : are_counts cs is_ -> is_index (sum_of cs) = true /\ index_at w (sum_of cs) = fold_right (fun i a => (count s t1 i + a)%Z) 0%Z is_.
    Proof. intros [A _]. rewrite <- (map_id cs). apply (sum_of_ok cs is_ (fun p => p) (fun z => z)); auto. Qed.
    Lemma counts_below cs is_ : are_counts cs is_ -> (forall i, In i is_ -> (i < n)%nat) /\ length cs = length is_.
    Proof.
      intros [A _]. induction A as [|p i cs is_ [_ [L _]] _ [IH1 IH2]]; [split; [intros ? [] | reflexivity]|]. split; [intros j [<-|J]; auto | cbn; now rewrite IH2].
    Qed.
    Lemma among_good cs is_ : are_counts cs is_ -> forall p, In p (among S cs) -> good w p.
    Proof.
      intros A p I. destruct (sum_of_counts cs is_ A) as [I1 E1]. destruct (counts_below cs is_ A) as [B Le]. destruct A as [_ Nd].
      pose proof (counts_add_up _ _ _ _ _ R0 t1 (le_n _)) as Sm. fold n in Sm. pose proof (n_k _ _ _ _ _ R0) as nk. fold n in nk. pose proof (t1_T _ _ _ _ _ R0) as tT. fold t1 in tT.
      unfold among in I. cbv zeta in I. apply in_app_or in I. destruct I as [[<-|[]]|I].
      - split; [cbn [is_index]; now rewrite I1|]. change (0 <= index_at w H - index_at w (sum_of cs))%Z. rewrite index_H, E1.
        pose proof (some_counts_Z n is_ (count s t1) 0 Nd B (fun i _ => count_nonneg s t1 i)). lia.
      - apply in_app_or in I. destruct I as [I|I]; revert p I.
        + apply opt_good. intros l Il El. cbn [word_value] in El. fold t1 n in El. split; [cbn [is_index]; now rewrite I1, Il|].
          change (0 <= index_at w H - index_at w (sum_of cs) - (index_at w K - Z.of_nat (length cs)) * index_at w l)%Z.
          rewrite index_H, index_K, E1, El, Le. pose proof (some_counts_Z n is_ (count s t1) (minZ n (count s t1)) Nd B (fun i Li => minZ_le n _ i Li)). lia.
        + apply opt_good. intros l Il El. cbn [word_value] in El. fold t1 n in El. split; [cbn [is_index]; now rewrite I1, Il|].
          change (0 <= index_at w (sum_of cs) + (index_at w K - Z.of_nat (length cs)) * index_at w l - index_at w H)%Z.
          rewrite index_H, index_K, E1, El, Le. pose proof (some_counts_most_Z n is_ (count s t1) (level n s t1) Nd B (fun i Li => maxZ_ge n _ i Li)). lia.
    Qed.
    Lemma squares_good cs is_ : are_counts cs is_ -> forall p, In p (squares_of S cs) -> good w p.
    Proof.
      intros A. destruct (counts_below cs is_ A) as [B Le]. destruct A as [A Nd].
      destruct (sum_of_ok cs is_ (fun p => PEmul p p) (fun z => (z * z)%Z)) as [I1 E1]; [intros p Ip; cbn [is_index]; rewrite Ip; now split | exact A |].
      apply opt_good. intros q Iq Eq. cbn [word_value] in Eq. fold t1 n in Eq. split; [cbn [is_index]; now rewrite Iq, I1|].
      change (0 <= index_at w q - index_at w (sum_of (map (fun p => PEmul p p) cs)))%Z. rewrite Eq, E1.
      pose proof (some_counts_Z n is_ (fun i => count s t1 i * count s t1 i)%Z 0 Nd B (fun i _ => Z.square_nonneg _)). lia.
    Qed.
    Definition quots_ok (quots : list positive) : Prop := forall q, In q quots -> zz w q = (T / k)%Z.
    Lemma of_count_good quots N i : quots_ok quots -> is_index N = true -> (i < n)%nat -> index_at w N = count s t1 i -> forall p, In p (of_count S quots N) -> good w p.
    Proof.
      intros Q I L E p Ip. assert (A : are_counts [N] [i]) by (split; [constructor; [auto | constructor] | constructor; [intros [] | constructor]]).
      unfold of_count in Ip. apply in_app_or in Ip. destruct Ip as [[<-|[]]|Ip]; [split; [assumption | rewrite E; apply count_nonneg]|].
      apply in_app_or in Ip. destruct Ip as [Ip|Ip]; [|apply in_app_or in Ip; destruct Ip as [Ip|Ip]; [|apply in_app_or in Ip; destruct Ip as [Ip|Ip]; [now apply (among_good [N] [i])|]]]; revert p Ip.
      - apply opt_good. intros h Ih Eh. cbn [word_value] in Eh. fold t1 n in Eh. split; [cbn [is_index]; now rewrite Ih, I|].
        change (0 <= index_at w h - index_at w N)%Z. rewrite Eh, E. pose proof (maxZ_ge n (count s t1) i L). unfold level. lia.
      - apply opt_good. intros h Ih Eh. cbn [word_value] in Eh. fold t1 n in Eh. split; [cbn [is_index]; now rewrite Ih, I|].
        change (0 <= index_at w N - index_at w h)%Z. rewrite Eh, E. pose proof (minZ_le n (count s t1) i L). lia.
      - intros p Ip. apply in_turn in Ip. destruct Ip as [Pl Ip]. apply in_flat_map in Ip. destruct Ip as [q [Iq Ip]]. specialize (Q q Iq).
        assert (Hq : index_at w (name q) = (T / k)%Z) by exact Q.
        destruct (round_robin_counts k T F s) with (i := i) as [a [r [E1 [L1 C1]]]]; [now rewrite Pl in R0 | assumption|].
        assert (Ek : (0 < k)%Z) by (pose proof (some_arm _ _ _ _ _ R0); lia).
        assert (Ea : (T / k = a)%Z) by (symmetry; apply (Z.div_unique_pos T k a r); lia).
        fold t1 in C1. rewrite C1 in E. destruct Ip as [<-|[<-|[<-|[]]]]; (split; [cbn [is_index name]; rewrite ?I; reflexivity|]).
        + change (0 <= index_at w N - index_at w (name q))%Z. destruct (Z.of_nat i <? r)%Z; lia.
        + change (0 <= index_at w (name q) + 1 - index_at w N)%Z. destruct (Z.of_nat i <? r)%Z; lia.
        + change (0 <= index_at w H + index_at w K - 1 - index_at w K * index_at w N)%Z. rewrite index_H, index_K, E. destruct (Z.ltb_spec (Z.of_nat i) r); nia.
    Qed.
  End AtWorld.

  (* --- new names and arms of the instance --- *)
  Fixpoint find_role (js : list (nat * nat)) (i : nat) : option nat :=
    match js with [] => None | (y, j) :: js => if Nat.eqb i y then Some j else find_role js i end.
  Definition ext (w : world) (zs : list (positive * Z)) (js : list (nat * nat)) : world :=
    World (fun y => lookup (zz w y) zs y) (rr w) (fun i => match find_role js i with Some j => F j | None => aa w i end).
  Definition ext_ro (ro : nat -> nat) (js : list (nat * nat)) (i : nat) : nat := match find_role js i with Some j => j | None => ro i end.
  Lemma lookup_out {X} (d : X) l x : ~ In x (map fst l) -> lookup d l x = d.
  Proof.
    induction l as [|[y v] l IH]; intro N; [reflexivity|]. cbn [lookup]. destruct (Pos.eqb_spec x y) as [->|]; [exfalso; apply N; now left|].
    apply IH. intro I. apply N. now right.
  Qed.
  Lemma lookup_in {X} (d : X) l x v : NoDup (map fst l) -> In (x, v) l -> lookup d l x = v.
  Proof.
    induction l as [|[y u] l IH]; intros N I; [destruct I|]. cbn [map fst] in N. inversion N as [|a b N1 N2]; subst. cbn [lookup].
    destruct I as [E|I]; [inversion E; subst; now rewrite Pos.eqb_refl|]. destruct (Pos.eqb_spec x y) as [->|]; [|now apply IH].
    exfalso. apply N1. apply in_map_iff. now exists (y, v).
  Qed.
  Lemma find_role_out js i : ~ In i (map fst js) -> find_role js i = None.
  Proof.
    induction js as [|[y j] js IH]; intro N; [reflexivity|]. cbn [find_role]. destruct (Nat.eqb_spec i y) as [->|]; [exfalso; apply N; now left|].
    apply IH. intro I. apply N. now right.
  Qed.
  Lemma find_role_in js i : In i (map fst js) -> exists j, find_role js i = Some j /\ In j (map snd js).
  Proof.
    induction js as [|[y j] js IH]; intro I; [destruct I|]. cbn [find_role]. destruct (Nat.eqb_spec i y) as [->|D]; [exists j; split; [reflexivity | now left]|].
    destruct I as [E|I]; [cbn in E; congruence|]. destruct (IH I) as [j' [A B]]. exists j'. split; [assumption | now right].
  Qed.
  Lemma ext_agree w zs js : agree (map fst zs) (map fst js) w (ext w zs js).
  Proof.
    split; [|split; [reflexivity|]].
    - intros x N. cbn. now rewrite lookup_out.
    - intros i N. cbn. now rewrite find_role_out.
  Qed.
  Lemma ext_tables t w ro zs js cs : tables_at t w -> roles_ok t w ro -> clean_tables (map fst zs) (map fst js) t = true ->
    (forall j, In j (map snd js) -> (j < n)%nat) ->
    (forall x i, In (x, i) cs -> In i (own t ++ map fst js) /\ zz (ext w zs js) x = count s t1 (ext_ro ro js i)) ->
    tables_at (Tables (counts t ++ cs) (own t ++ map fst js)) (ext w zs js) /\
    roles_ok (Tables (counts t ++ cs) (own t ++ map fst js)) (ext w zs js) (ext_ro ro js).
  Proof.
    intros W Ro Cl J C. pose proof (ext_agree w zs js) as Ag. pose proof (tables_agree _ _ _ _ _ Ag Cl W) as W'.
    pose proof (roles_agree _ _ _ _ _ _ Ag Cl Ro) as Ro'. destruct (clean_tables_spec _ _ _ Cl) as [X Y].
    assert (Same : forall i, In i (own t) -> ext_ro ro js i = ro i).
    { intros i I. unfold ext_ro. rewrite find_role_out; [reflexivity|]. apply Y. right. now right. }
    assert (R' : roles_ok (Tables (counts t ++ cs) (own t ++ map fst js)) (ext w zs js) (ext_ro ro js)).
    { destruct Ro' as [o c nm ob pu la ap]. split; cbn [own counts].
      - intros i I. apply in_app_or in I. destruct I as [I|I].
        + rewrite Same by assumption. now apply o.
        + unfold ext_ro. cbn [ext aa]. destruct (find_role_in js i I) as [j [-> Ij]]. split; [now apply J | reflexivity].
      - intros x i I. apply in_app_or in I. destruct I as [I|I].
        + destruct (c x i I) as [I2 E]. rewrite Same by assumption. split; [apply in_or_app; now left | assumption].
        + now apply C.
      - intros i I. apply in_or_app. left. now apply nm.
      - intros [x wd] I. rewrite (ob _ I). cbn [fst snd].
        assert (A : forall f, In f (word_arms wd) -> ext_ro ro js f = ro f).
        { intros f If. apply Same, nm. unfold named_arms. apply in_or_app. left. apply in_flat_map. exists (x, wd). now split. }
        destruct wd; cbn [word_value word_arms] in *; rewrite ?A; try reflexivity; try (now left); try (right; now left).
      - intros i I. rewrite Same; [now apply pu|]. apply nm. unfold named_arms. apply in_or_app. right. apply in_or_app. now left.
      - intros i I. rewrite Same; [now apply la|]. apply nm. unfold named_arms. apply in_or_app. right. apply in_or_app. right. apply in_or_app. now left.
      - rewrite (map_ext_in (ext_ro ro js) ro); [assumption|]. intros i I. apply Same, nm. unfold named_arms. apply in_or_app. right. apply in_or_app. right. apply in_or_app. now right. }
    split; [|exact R']. destruct W' as [k0 T0 o0 a0 b0 _]. split; try assumption.
    - cbn [own]. apply in_or_app. now left.
    - now exists (ext_ro ro js).
  Qed.
  Lemma ext_arms bounded cl w zs js : arms_at bounded cl w -> (forall y, In y (map fst js) -> cl y = Concave) ->
    (forall j, In j (map snd js) -> (j < n)%nat) -> arms_at bounded cl (ext w zs js).
  Proof.
    intros A C J i. cbn [ext aa]. destruct (find_role js i) as [j|] eqn:E; [|apply A].
    assert (I : In i (map fst js) /\ In j (map snd js)).
    { clear -E. induction js as [|[y v] js IH]; [discriminate|]. cbn [find_role] in E. destruct (Nat.eqb_spec i y) as [->|].
      - inversion E; subst. split; now left.
      - destruct (IH E). split; now right. }
    destruct I as [I1 I2]. rewrite (C i I1). destruct (instance _ _ _ _ _ R0 j (J j I2)). split; [assumption | now intros].
  Qed.

  (* --- scores --- *)
  Definition score_atom (a : atom) : bool :=
    let near e := is_index e && (is_zero (PEsub e (PEX 8)) || is_zero (PEsub (PEsub (PEX 8) c1) e)) in
    match a with
    | Val 0 e => near e
    | ARew 0 e => is_index e && is_zero (PEsub e (PEX 8))
    | ADelta 0 e => is_index e && is_zero (PEsub e (PEX 8))
    | AP 0 e M => is_index e && is_zero (PEsub e (PEX 8)) && is_index M
    | _ => false
    end.
  Definition score_ok (sc : form) : bool := forallb (fun t => score_atom (snd t)) (terms sc).
  Section Scores.
    Variables (cl : nat -> aclass) (w : world) (sc : form) (f : nat) (a M : poly).
    Hypothesis Wk : index_at w K = k.
    Hypothesis WT : index_at w H = T.
    Hypothesis Ia : is_index a = true.
    Hypothesis IM : is_index M = true.
    Hypothesis Sc : score_ok sc = true.
    Hypothesis Conc : cl f = Concave.
    Hypothesis pos : (1 <= index_at w a)%Z.
    Let sub := score_subst a M.
    Let v := score_world k T (aa w f) (index_at w a) (index_at w M).
    Lemma sub_index x : is_index (sub (xO x)) = true.
    Proof.
      unfold sub, score_subst. destruct x as [[x|[x|x|]|]|[x|[x|x|]|]|]; try reflexivity; assumption.
    Qed.
    Lemma sub_z x : z_at (zz w) sub x = zz v x.
    Proof.
      unfold z_at, sub, score_subst, v, score_world, world_of. cbn [zz]. unfold nth_int.
      assert (Far : forall p, (6 <= Pos.to_nat p)%nat -> nth (Pos.to_nat p - 2) [k; T; index_at w a; index_at w M] 0%Z = 0%Z)
        by (intros p L; apply nth_overflow; cbn [length]; lia).
      destruct x as [[x|[x|x|]|]|[x|[x|x|]|]|]; try (rewrite Far by lia; reflexivity); try reflexivity; try exact Wk; exact WT.
    Qed.
    Lemma sub_r x : r_at (zz w) (rr w) sub (xI x) = rr v (xI x).
    Proof.
      unfold r_at, sub, score_subst, v, score_world, world_of. cbn [rr]. unfold nth_real. destruct (Pos.to_nat x - 1)%nat; reflexivity.
    Qed.
    Lemma score_terms : form_at w (score_at sc f a M) = written v sc.
    Proof.
      rewrite written_ok. unfold score_at, form_at. fold sub.
      assert (Arms : forall t, In t (terms sc) -> Forms.arm_of (snd t) = 0%nat /\ indices_ok (snd t) = true).
      { unfold score_ok in Sc. rewrite forallb_forall in Sc. intros t I. specialize (Sc t I). unfold score_atom in Sc.
        destruct (snd t) as [g e|g e|g e|g e M'|g e]; destruct g; try discriminate; cbn [Forms.arm_of indices_ok]; rewrite ?andb_true_iff in Sc; cbv zeta in Sc; rewrite ?andb_true_iff in Sc; rewrite ?andb_true_iff; (split; [reflexivity | tauto]). }
      unfold form_value. cbn [fsubst constant terms].
      assert (Pe : forall p, peval (environment (zz w) (rr w)) (psubst sub p) = peval (environment (zz v) (rr v)) p).
      { intro p. rewrite <- (psubst_value (zz w) (rr w) sub sub_index). apply peval_ext. intros x _. unfold environment.
        destruct x as [x|x|]; [apply sub_r | now rewrite sub_z | reflexivity]. }
      rewrite Pe. f_equal. clear Sc. induction (terms sc) as [|[c0 a0] l IH]; [reflexivity|]. cbn [map terms_value fst snd].
      rewrite Pe, IH by (intros t I; apply Arms; now right). f_equal. f_equal. destruct (Arms _ (or_introl eq_refl)) as [A0 I0]. cbn [snd] in A0, I0.
      assert (Ze : forall p, is_index p = true -> zeval (zz w) (psubst sub p) = zeval (zz v) p).
      { intros p Ip. destruct (psubst_index (zz w) sub sub_index p Ip) as [_ <-]. apply zeval_ext. intros x _. apply sub_z. }
      destruct a0; cbn [Forms.arm_of indices_ok asubst atom_value] in *; subst; rewrite ?andb_true_iff in I0; rewrite ?Ze by tauto; reflexivity.
    Qed.
    Lemma score_defined : defined cl w (score_at sc f a M).
    Proof.
      unfold score_at. intros c0 a0 I. cbn [fsubst terms] in I. apply in_map_iff in I. destruct I as [[c2 a2] [E I]]. cbn [fst snd] in E. injection E as <- <-.
      unfold score_ok in Sc. rewrite forallb_forall in Sc. specialize (Sc _ I). cbn [snd fst] in *. fold sub.
      assert (Va : zeval (zz v) (PEX 8) = index_at w a) by reflexivity.
      assert (Same : forall e, is_index e = true -> is_zero (PEsub e (PEX 8)) = true -> zeval (zz v) e = index_at w a).
      { intros e Ie Z0. apply (is_zero_ok (env v)) in Z0. change (value v e - value v (PEX 8) = 0) in Z0. unfold value, env in Z0.
        rewrite (zeval_ok _ _ e Ie), (zeval_ok _ _ (PEX 8) eq_refl), Va in Z0. apply eq_IZR. lra. }
      assert (Before_ : forall e, is_index e = true -> is_zero (PEsub (PEsub (PEX 8) c1) e) = true -> zeval (zz v) e = (index_at w a - 1)%Z).
      { intros e Ie Z0. apply (is_zero_ok (env v)) in Z0. change (value v (PEX 8) - 1 - value v e = 0) in Z0. unfold value, env in Z0.
        rewrite (zeval_ok _ _ e Ie), (zeval_ok _ _ (PEX 8) eq_refl), Va in Z0. apply eq_IZR. rewrite minus_IZR. lra. }
      assert (Ze : forall p, is_index p = true -> is_index (psubst sub p) = true /\ zeval (zz w) (psubst sub p) = zeval (zz v) p).
      { intros p Ip. destruct (psubst_index (zz w) sub sub_index p Ip) as [X <-]. split; [assumption|]. apply zeval_ext. intros x _. apply sub_z. }
      unfold score_atom in Sc. cbv zeta in Sc.
      assert (Least : forall b, (least Concave b = 0)%Z) by (intros []; reflexivity).
      destruct a2 as [g e|g e|g e|g e M'|g e]; destruct g; try discriminate; rewrite ?andb_true_iff, ?orb_true_iff in Sc;
        cbn [asubst indices_ok Forms.arm_of expand] in *; rewrite ?Conc.
      - destruct Sc as [Ie Z0]. destruct (Ze e Ie) as [Z1 Z2]. split; [assumption|]. intros c' k' e' [X|[]]. injection X as <- <- <-. rewrite Least. split; [assumption|].
        rewrite Z2. destruct Z0 as [Z0|Z0]; [rewrite (Same e Ie Z0) | rewrite (Before_ e Ie Z0)]; lia.
      - destruct Sc as [Ie Z0]. destruct (Ze e Ie) as [Z1 Z2]. split; [assumption|]. intros c' k' e' [X|[]]. injection X as <- <- <-. rewrite Least. split; [assumption|].
        rewrite Z2, (Same e Ie Z0). lia.
      - destruct Sc as [Ie Z0]. destruct (Ze e Ie) as [Z1 Z2]. split; [assumption|]. intros c' k' e' [X|[X|[]]]; injection X as <- <- <-; rewrite Least; (split; [cbn [is_index]; now rewrite ?Z1|]).
        + rewrite Z2, (Same e Ie Z0). lia.
        + change (0 <= zeval (zz w) (psubst sub e) - 1)%Z. rewrite Z2, (Same e Ie Z0). lia.
      - destruct Sc as [[Ie Z0] IM']. destruct (Ze e Ie) as [Z1 Z2]. destruct (Ze M' IM') as [Z3 _]. split; [now rewrite Z1, Z3|].
        intros c' k' e' [X|[X|[X|[]]]]; injection X as <- <- <-; rewrite Least; (split; [cbn [is_index]; now rewrite ?Z1|]).
        + rewrite Z2, (Same e Ie Z0). lia.
        + rewrite Z2, (Same e Ie Z0). lia.
        + change (0 <= zeval (zz w) (psubst sub e) - 1)%Z. rewrite Z2, (Same e Ie Z0). lia.
    Qed.
  End Scores.
End Semantics.
