(* What a reader must read to know what the theorems say: arms, runs, policies, OPT and ALG.
   Integers are used as real numbers without a sign for it; (n - 1)%Z is computed in integers. *)
Require Export Reals ZArith List.
Export ListNotations.
Open Scope R_scope.
Coercion IZR : Z >-> R.

(* --- arms: f n is the reward of the n-th pull --- *)
Definition arm := Z -> R.

Fixpoint sum1 (f : arm) (n : nat) : R :=
  match n with O => 0 | S m => sum1 f m + f (Z.of_nat (S m)) end.
Definition Rew (f : arm) (n : Z) : R := sum1 f (Z.to_nat n).                     (* f(1) + ... + f(n) *)
Definition Delta (f : arm) (n : Z) : R := f n - f (n - 1)%Z.
Definition P (f : arm) (a N : Z) : R :=
  Rew f a + (N - a) * f a + (N - a) * (N - a + 1) / 2 * Delta f a.
Definition Area (f : arm) (n : Z) : R := sum1 (fun j => (f (j - 1)%Z + f j) / 2) (Z.to_nat n).

Record concave (f : arm) : Prop := {
  at_zero : 0 <= f 0%Z;
  rising  : forall n, (0 <= n)%Z -> f n <= f (n + 1)%Z;
  bending : forall n, (1 <= n)%Z -> f (n + 1)%Z - f n <= f n - f (n - 1)%Z }.

Inductive aclass := Concave | ConcaveFrom1 | Monotone | Rotting.
Definition first (c : aclass) : Z := match c with Concave | Monotone => 0 | ConcaveFrom1 | Rotting => 1 end.
Definition in_class (c : aclass) (f : arm) : Prop :=
  match c with
  | Concave => concave f
  | ConcaveFrom1 => concave (fun n => f (n + 1)%Z)
  | Monotone => 0 <= f 0%Z /\ forall n, (0 <= n)%Z -> f n <= f (n + 1)%Z
  | Rotting => forall n, (1 <= n)%Z -> 0 <= f n /\ f (n + 1)%Z <= f n
  end.
Definition at_most_1 (c : aclass) (f : arm) : Prop := forall n, (first c <= n)%Z -> f n <= 1.

(* --- runs: F i is arm number i < k of the instance, step t = 0, 1, ... pulls arm s t --- *)
Fixpoint sumR (n : nat) (f : nat -> R) : R := match n with O => 0 | S m => sumR m f + f m end.
Fixpoint maxR (n : nat) (f : nat -> R) : R := match n with O => 0 | S m => Rmax (maxR m f) (f m) end.
Fixpoint sumZ (n : nat) (f : nat -> Z) : Z := match n with O => 0%Z | S m => (sumZ m f + f m)%Z end.
Fixpoint maxZ (n : nat) (f : nat -> Z) : Z := match n with O => 0%Z | S m => Z.max (maxZ m f) (f m) end.
Fixpoint minZ (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0%Z | 1%nat => f 0%nat | S m => Z.min (minZ m f) (f m) end.
Definition beside (i : nat) (f : nat -> Z) (j : nat) : Z := if Nat.eqb j i then 0%Z else f j.    (* arms other than i *)

Fixpoint count (s : nat -> nat) (t : nat) (i : nat) : Z :=       (* pulls of arm i before step t *)
  match t with O => 0 | S u => count s u i + (if Nat.eqb (s u) i then 1 else 0) end%Z.
Definition level (k : nat) (s : nat -> nat) (t : nat) : Z := maxZ k (count s t).
Fixpoint last_step (s : nat -> nat) (t : nat) (i : nat) : nat :=           (* the last step before t with arm i *)
  match t with O => O | S u => if Nat.eqb (s u) i then u else last_step s u i end.
Definition ALG (F : nat -> arm) (s : nat -> nat) (T : Z) : R :=
  sumR (Z.to_nat T) (fun t => F (s t) (count s (S t) (s t))).
Definition OPT (k : Z) (F : nat -> arm) (T : Z) : R := maxR (Z.to_nat k) (fun i => Rew (F i) T).

(* --- policies: an opening of m pulls of every arm, then an arm of maximal score, among these one
       with fewest pulls, among these any, or the first or the last; and two that have no score --- *)
Inductive opening_order := rounds | pairs.
Inductive tiebreak := any_of_them | lowest_index | highest_index.
Record index := Index {
  opening : nat; opens_in : opening_order; broken : tiebreak;
  score : Z -> Z -> arm -> Z -> Z -> R }.             (* k, T, an arm, its pulls, the largest count *)
Inductive policy := ByIndex (p : index) | RoundRobin | AnyPolicy.

Definition opens (p : index) (k t : nat) : nat :=
  match opens_in p with rounds => t mod k | pairs => t / opening p end.
Definition chooses (p : index) (k : nat) (T : Z) (F : nat -> arm) (s : nat -> nat) (t : nat) : Prop :=
  let value i := score p (Z.of_nat k) T (F i) (count s t i) (level k s t) in
  forall i, (i < k)%nat -> value i <= value (s t) /\ (value i = value (s t) ->
    (count s t (s t) <= count s t i)%Z /\ (count s t i = count s t (s t) ->
      match broken p with any_of_them => True | lowest_index => (s t <= i)%nat | highest_index => (i <= s t)%nat end)).
Definition follows (p : policy) (k : nat) (T : Z) (F : nat -> arm) (s : nat -> nat) (t : nat) : Prop :=
  match p with
  | AnyPolicy => True
  | RoundRobin => s t = (t mod k)%nat
  | ByIndex p => if (t <? opening p * k)%nat then s t = opens p k t else chooses p k T F s t
  end.
Record run (p : policy) (k T : Z) (F : nat -> arm) (s : nat -> nat) : Prop := {
  some_arm : (1 <= k)%Z;
  some_steps : (0 <= T)%Z;
  in_range : forall t, (Z.of_nat t < T)%Z -> (s t < Z.to_nat k)%nat;
  in_policy : forall t, (Z.of_nat t < T)%Z -> follows p (Z.to_nat k) T F s t;
  instance : forall i, (i < Z.to_nat k)%nat -> concave (F i) /\ at_most_1 Concave (F i) }.
