import { READ_ONLY_GIT } from '../git/git-read-only.ts';

const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Sub-commands that are the program's own, for programs that also run aliases, plug-ins and other programs by the name of a sub-command. */
const VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'git',
    set(
      'add am apply archive bisect branch bundle checkout cherry-pick citool clean clone commit config difftool fetch filter-branch',
      'filter-repo format-patch fsck gc gui help init instaweb lfs ls-remote merge mergetool mv notes pull push range-diff rebase reflog',
      'remote repack replace rerere reset restore revert rm send-email sparse-checkout stash submodule subtree switch tag update-index',
      'update-ref hash-object merge-tree pack-refs commit-graph prune symbolic-ref checkout-index read-tree',
      [...READ_ONLY_GIT].join(' '),
    ),
  ],
  ['git lfs', set('pull push fetch track untrack ls-files status env checkout lock locks version install prune migrate')],
  [
    'cargo',
    set(
      'add b bench build c check clean clippy d doc fetch fix fmt generate-lockfile help info init install locate-project login logout metadata',
      'new owner package pkgid publish r remove rm run rustc rustdoc search t test tree uninstall update vendor verify-project version yank',
      'report nextest',
    ),
  ],
  [
    'kubectl',
    set(
      'annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion config cordon cp create debug',
      'delete describe diff drain edit events exec explain expose get kustomize label logs options patch plugin port-forward proxy replace',
      'rollout run scale set taint top uncordon version wait',
    ),
  ],
  [
    'gh',
    set(
      'api attestation auth browse cache codespace completion config ext extension extensions gist gpg-key issue label org pr preview project',
      'release repo ruleset run search secret ssh-key status variable workflow help version alias cs',
    ),
  ],
  [
    'docker',
    set(
      'attach build builder buildx commit compose config container context cp create diff events exec export help history image images import',
      'info inspect kill load login logout logs manifest network node pause plugin port ps pull push rename restart rm rmi run save search',
      'secret service stack start stats stop swarm system tag top trust unpause update version volume wait',
    ),
  ],
  [
    'helm',
    set(
      'completion create dependency dep env get help history install lint list ls package plugin pull push registry repo rollback search show',
      'status template test uninstall upgrade verify version',
    ),
  ],
  [
    'dotnet',
    set(
      'add build build-server clean format fsi help list msbuild new nuget pack package publish reference remove restore run sln solution store test tool vstest watch workload',
    ),
  ],
]);

/** Options before the sub-command that take the next word. */
const VALUED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['git', set('-C -c --git-dir --work-tree --namespace --config-env')],
  ['cargo', set('--color --config -C -Z --manifest-path')],
  ['kubectl', set('-n --namespace --context --cluster --user -s --server --kubeconfig --as --token -v')],
  ['gh', set('-R --repo')],
  ['docker', set('-H --host --context -c --config -l --log-level')],
  ['helm', set('-n --namespace --kube-context --kubeconfig')],
]);

/** The sub-command that isn't the program's own, or starts another one, so that only a rule that contains it covers it. */
export function unknownVerb(program: string, values: readonly (string | null)[]): string | undefined {
  const known = VERBS.get(program);
  if (known === undefined) return undefined;
  const start = values.findIndex(
    (value, index) =>
      value?.startsWith('-') !== true && VALUED.get(program)?.has(values[index - 1] ?? '') !== true && value?.startsWith('+') !== true,
  );
  const verb = values[start];
  if (verb === undefined || verb === null) return undefined;
  if (!known.has(verb)) return verb;
  const more = VERBS.get(`${program} ${verb}`);
  if (more === undefined) return undefined;
  const next = values.slice(start + 1).find((value) => value?.startsWith('-') !== true);
  // A rule for the sub-command itself covers all of it.
  return next === undefined || next === null || more.has(next) ? undefined : verb;
}
