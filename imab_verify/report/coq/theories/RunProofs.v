(* Certificates for statements about runs, and what acceptance means.
     accept_run_sound      a statement about runs whose certificate is accepted is true
     accept_run_possible   there is a run in which its givens hold *)
Require Export RunSums.
Require Import Lra Lia QArith Qreals Bool Arith.
From Coq.micromega Require Import EnvRing RingMicromega.
Open Scope R_scope.

Inductive run_rule := Row (r : row) | Sum_of (r : crossing).
Definition run_proof := claimproof run_rule.
Definition run_brings (S : run_statement) (cl : nat -> aclass) (r : run_rule) (g : goal) (c : @ctx tables) : @brings tables :=
  match r with Row r => row_brings S c cl r g | Sum_of r => crossing_brings S c r cl end.
Lemma run_brings_ok S k T F s : run (policy_of (plays S)) k T F s ->
  forall bounded cl r g c, sound bounded cl (tables_at S k T F s) (run_brings S cl r g c) g c.
Proof. intros R0 bounded cl [r|r] g c; [now apply row_brings_ok | now apply crossing_ok]. Qed.
Definition check_run (S : run_statement) (ls : list claim) (c : claim) (p : run_proof) : bool :=
  check_claim true ls (clean_tables S) (fun _ cl r g k => run_brings S cl r g k) c (start_tables S) p.
Definition run_well_formed (S : run_statement) : bool :=
  let c := given (body S) in
  forallb (fun c => match c with Concave => true | _ => false end) (classes c)
  && match families c with [] => true | _ => false end
  && forallb (fun g => form_stands (left g)) (givens c) && forallb (formula_all_forms form_stands) (concluded (body S))
  && forallb (fun i => Nat.leb 2 i && Nat.ltb i (2 + roles S)) (named_arms S)
  && Nat.leb 2 (n_ints (body S)).
Record run_certificate := RunCertificate {
  run_lemmas : list (claim * arm_proof); proof_of_run : any_proof run_proof; run_witness : run_point }.
Definition proves_run (S : run_statement) (c : run_certificate) : bool :=
  run_well_formed S &&
  match check_lemmas true [] (run_lemmas c) with
  | Some ls => check_any (check_run S ls) (given (body S)) (concluded (body S)) (proof_of_run c)
  | None => false
  end.
Definition accepted_run (S : run_statement) (c : run_certificate) : bool := proves_run S c && run_holds S (run_witness c).

Lemma Rew_constant x n : (0 <= n)%Z -> Rew (fun _ => x) n = x * n.
Proof.
  intro L. transitivity (x * Rew one n + 0 * Rew one n); [|rewrite Rew_one by assumption; ring].
  unfold Rew. rewrite <- sum1_lin. apply (Rew_ext _ _ n). intros. unfold one. ring.
Qed.
Section Stands.
  Variables (p : policy) (k T : Z) (F : nat -> arm) (s : nat -> nat).
  Hypothesis R0 : run p k T F s.
  Definition mean_arm : arm := fun _ => if Z.eq_dec T 0 then 0 else ALG F s T / T.
  Lemma alg_bounds : 0 <= ALG F s T <= T.
  Proof.
    pose proof (some_steps _ _ _ _ _ R0) as T0. unfold ALG. replace (IZR T) with (INR (Z.to_nat T)) by (now rewrite INR_IZR_INZ, Z2Nat.id).
    assert (G : forall t, (t <= Z.to_nat T)%nat -> 0 <= sumR t (fun t => F (s t) (count s (S t) (s t))) <= INR t).
    { induction t as [|t IH]; intro L; [cbn; lra|]. cbn [sumR]. rewrite S_INR. specialize (IH ltac:(lia)).
      destruct (instance _ _ _ _ _ R0 (s t)) as [C B]; [apply (Definitions.in_range _ _ _ _ _ R0); lia|].
      rewrite count_step. pose proof (count_nonneg s t (s t)). pose proof (value_nonneg (F (s t)) (count s t (s t) + 1) C ltac:(lia)).
      pose proof (B (count s t (s t) + 1)%Z ltac:(cbn; lia)). lra. }
    apply G. lia.
  Qed.
  Lemma mean_ok : in_class Concave mean_arm /\ at_most_1 Concave mean_arm /\ Rew mean_arm T = ALG F s T.
  Proof.
    pose proof (some_steps _ _ _ _ _ R0) as T0. pose proof alg_bounds as B. unfold mean_arm. destruct (Z.eq_dec T 0) as [E|E].
    - split; [apply const_in_class; lra|]. split; [intros n _; lra|]. rewrite Rew_constant by assumption. rewrite E in *. lra.
    - assert (0 < T) as Tp by (apply IZR_lt; lia). assert (X : 0 <= ALG F s T / T) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
      split; [now apply const_in_class|]. split.
      + intros n _. apply Rmult_le_reg_r with T; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
      + rewrite Rew_constant by assumption. field. lra.
  Qed.
End Stands.
Lemma pairs_nodup (f : nat -> nat) l : (forall q, In q (pairs_of l) -> f (fst q) <> f (snd q)) -> NoDup (map f l).
Proof.
  induction l as [|x l IH]; intro D; [constructor|]. cbn [map pairs_of] in *. constructor.
  - intro I. apply in_map_iff in I. destruct I as [y [E Iy]]. apply (D (x, y)); [apply in_or_app; left; apply in_map_iff; now exists y | now symmetry].
  - apply IH. intros q Iq. apply D, in_or_app. now right.
Qed.
Theorem proves_run_sound S c : proves_run S c = true -> meaning_run S.
Proof.
  unfold proves_run. rewrite andb_true_iff. intros [Wf Hp]. destruct (check_lemmas true [] (run_lemmas c)) as [ls|] eqn:El; [|discriminate].
  assert (L : forall l, In l ls -> true_claim true l) by (apply (check_lemmas_ok true (run_lemmas c) [] ls); [intros ? []|exact El]).
  unfold run_well_formed in Wf. rewrite !andb_true_iff, !forallb_forall in Wf. destruct Wf as [[[[[Wc Wfam] Wg] Wf] Wn] Wi]. apply Nat.leb_le in Wi.
  apply meaning_run_ok. intros zs rs F s fs Lz Lr. cbv zeta. set (k := nth 0 zs 0%Z). set (T := nth 1 zs 0%Z). intros R0 Lf B Pr.
  set (w := run_world F zs rs fs) in *. set (m := opening_of (plays S)) in *.
  destruct (opt_attained _ _ _ _ _ R0) as [best [Lb Eb]].
  pose proof (n_pos _ _ _ _ _ R0) as np. pose proof (some_steps _ _ _ _ _ R0) as T0.
  set (ro := fun i => if Nat.eqb i 0 then best else role fs i).
  set (v := World (zz w) (rr w) (fun i => match i with O => F best | 1%nat => mean_arm T F s | _ => F (role fs i) end)).
  assert (Role : forall i, (role fs i < Z.to_nat k)%nat).
  { intro i. unfold role. destruct (Nat.lt_ge_cases (i - 2) (length fs)) as [Li|Li]; [apply B; now apply nth_In | rewrite nth_overflow by assumption; exact np]. }
  destruct (mean_ok _ k T F s R0) as [Mc [Mb Me]].
  assert (Same : forall i, (2 <= i)%nat -> ro i = role fs i) by (intros i Li; unfold ro; destruct (Nat.eqb_spec i 0); [lia|reflexivity]).
  assert (Named : forall i, In i (named_arms S) -> (2 <= i < 2 + roles S)%nat).
  { intros i I. specialize (Wn i I). apply andb_true_iff in Wn. destruct Wn as [A1 A2]. apply Nat.leb_le in A1. apply Nat.ltb_lt in A2. lia. }
  assert (Prem : forall q, In q (run_premises k T F s S w (role fs)) -> q) by exact Pr. unfold run_premises in Prem. cbv zeta in Prem. fold m in Prem.
  assert (P1 : forall i, In i (pulled S) -> (1 <= count s (Z.to_nat T) (role fs i))%Z)
    by (intros i I; apply Prem; apply in_or_app; left; apply in_map_iff; now exists i).
  assert (P2 : forall i, In i (late S) -> (Z.of_nat m + 1 <= count s (Z.to_nat T) (role fs i))%Z)
    by (intros i I; apply Prem; apply in_or_app; right; apply in_or_app; left; apply in_map_iff; now exists i).
  assert (P3 : forall q, In q (pairs_of (apart S)) -> role fs (fst q) <> role fs (snd q))
    by (intros q I; apply Prem; do 2 (apply in_or_app; right); apply in_or_app; left; apply in_map_iff; now exists q).
  assert (P4 : forall o, In o (observed S) -> zz w (fst o) = word_value m k T s (role fs) (snd o))
    by (intros o I; apply Prem; do 3 (apply in_or_app; right); apply in_or_app; left; apply in_map_iff; now exists o).
  assert (P5 : forall f, In f (floors (given (body S))) -> floor_at w f)
    by (intros f I; apply Prem; do 4 (apply in_or_app; right); apply in_or_app; left; apply in_map_iff; now exists f).
  assert (P6 : forall g, In g (givens (given (body S))) -> reads_run k F s w g)
    by (intros g I; apply Prem; do 5 (apply in_or_app; right); apply in_map_iff; now exists g).
  assert (Zk : zz w 2 = k) by reflexivity. assert (ZT : zz w 3 = T) by reflexivity.
  assert (Opt : Rew (aa v 0%nat) T = OPT k F T) by exact Eb.
  assert (Alg : Rew (aa v 1%nat) T = ALG F s T) by exact Me.
  assert (Va : forall i, (2 <= i)%nat -> aa v i = F (role fs i)) by (intros [|[|i]] Li; try lia; reflexivity).
  assert (Arms : arms_at true (class_in (classes (given (body S)))) v).
  { intro i. assert (Ci : class_in (classes (given (body S))) i = Concave).
    { unfold class_in. destruct (nth_in_or_default i (classes (given (body S))) Concave) as [I| ->]; [|reflexivity]. specialize (Wc _ I). now destruct (nth i (classes (given (body S))) Concave). }
    rewrite Ci. destruct i as [|[|i]]; cbn [aa v].
    - destruct (instance _ _ _ _ _ R0 best Lb). split; [assumption | now intros].
    - split; [exact Mc | now intros].
    - destruct (instance _ _ _ _ _ R0 _ (Role (Datatypes.S (Datatypes.S i)))). split; [assumption | now intros]. }
  assert (Words : forall wd, (forall i, In i (word_arms wd) -> (2 <= i)%nat) -> word_value m k T s ro wd = word_value m k T s (role fs) wd).
  { intros wd A. destruct wd; cbn [word_value word_arms] in *; rewrite ?Same; try reflexivity; try (apply A; now left); try (apply A; right; now left). }
  assert (Tab : tables_at S k T F s (start_tables S) v).
  { split; try assumption; [now left|]. exists ro. split; cbn [start_tables own counts].
    - intros i [<-|I]; [split; [exact Lb | reflexivity]|]. apply in_seq in I. rewrite Same by lia. split; [apply Role | apply Va; lia].
    - intros x i I. apply in_flat_map in I. destruct I as [[y wd] [Io I]]. cbn [fst snd] in I. destruct wd; try (now destruct I). destruct I as [E|[]]. injection E as <- <-.
      assert (Nf : (2 <= f < 2 + roles S)%nat) by (apply Named; unfold named_arms; apply in_or_app; left; apply in_flat_map; exists (y, Pulls f); split; [assumption | now left]).
      split; [right; apply in_seq; lia|]. rewrite Same by lia. exact (P4 _ Io).
    - intros i I. specialize (Named i I). right. apply in_seq. lia.
    - intros o I. change (zz v (fst o)) with (zz w (fst o)). rewrite (P4 o I). symmetry. apply Words. intros i Ii. apply Named. unfold named_arms. apply in_or_app. left. apply in_flat_map. now exists o.
    - intros i I. rewrite Same; [now apply P1|]. apply Named. unfold named_arms. apply in_or_app. right. apply in_or_app. now left.
    - intros i I. rewrite Same; [now apply P2|]. apply Named. unfold named_arms. apply in_or_app. right. apply in_or_app. right. apply in_or_app. now left.
    - rewrite (map_ext_in ro (role fs)); [now apply pairs_nodup|]. intros i I. apply Same, Named. unfold named_arms. apply in_or_app. right. apply in_or_app. right. apply in_or_app. now right. }
  assert (St : forall g, form_stands (left g) = true -> (reads_run k F s w g <-> reads v g)) by (intros g Hg; apply (comparison_stands k T F s (role fs) w v); auto).
  assert (Sf : forall f, formula_all_forms form_stands f = true -> (formula_by (reads_run k F s w) f <-> formula_at v f)) by (intros f Hf; apply (formula_stands k T F s (role fs) w v); auto).
  intros f If. apply (Sf f (Wf f If)).
  apply (check_any_ok (check_run S ls) v (given (body S)) (concluded (body S)) (proof_of_run c)); [|exact Hp| |exact If].
  - intros more ks q Hq G g I.
    apply (check_claim_ok true ls (tables_at S k T F s) (clean_tables S) (tables_agree S k T F s) (fun _ cl r g k0 => run_brings S cl r g k0)
      (fun ls0 cl r g0 k0 => run_brings_ok S k T F s R0 true cl r g0 k0) L (concluding (given (body S)) more ks) (start_tables S) v) with (p := q); try assumption.
    cbn [concluding families]. destruct (families (given (body S))); [intros ? [] | discriminate].
  - intros g Ig. apply reads_ok. apply (St g (Wg g Ig)). now apply P6.
Qed.
Theorem accept_run_sound S c : accepted_run S c = true -> meaning_run S.
Proof. unfold accepted_run. rewrite andb_true_iff. intros [Hp _]. now apply (proves_run_sound S c). Qed.
Theorem accept_run_possible S c : accepted_run S c = true -> exists zs rs F s fs,
  let k := nth 0 zs 0%Z in let T := nth 1 zs 0%Z in let w := run_world F zs rs fs in
  run (policy_of (plays S)) k T F s /\ (forall p, In p (run_premises k T F s S w (role fs)) -> p) /\
  forall f, In f (concluded (body S)) -> formula_by (reads_run k F s w) f.
Proof.
  unfold accepted_run. rewrite andb_true_iff. intros [_ Hr]. unfold run_holds in Hr. apply andb_true_iff in Hr. destruct Hr as [I Hr].
  destruct (is_run_ok S (run_witness c) I) as [_ [_ [R0 [_ [_ [Pr G]]]]]].
  exists (r_ints (run_witness c)), (map real (r_reals (run_witness c))), (arm_of_instance (run_witness c)), (pull (run_witness c)), (r_roles (run_witness c)).
  cbv zeta. split; [exact R0|]. split; [exact Pr|]. intros f If. apply (G f If). rewrite forallb_forall in Hr. now apply Hr.
Qed.
