import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const TERRAFORM =
  '-chdir: -auto-approve -destroy -target: -replace: -var: -var-file: -input: -lock: -lock-timeout: -no-color -parallelism: -refresh: -state: -json';
const KUBECTL =
  '-n: -f: -k: -l: -A -R -o: -i --namespace= --context= --kubeconfig= --cluster= --user= --filename= --kustomize= --selector= --field-selector= --all --all-namespaces --force --grace-period= --now --wait[=] --timeout= --ignore-not-found[=] --cascade[=] --output= --recursive --dry-run[=] --interactive';
const HELM =
  '-n: --namespace= --kube-context= --kubeconfig= --keep-history --no-hooks --wait --timeout= --dry-run --debug --cascade= --ignore-not-found';
const AWS =
  '--profile= --region= --output= --endpoint-url= --no-cli-pager --no-sign-request --recursive --force --quiet --only-show-errors --include= --exclude= --dryrun --page-size= --request-payer[=] --delete --size-only --exact-timestamps --acl= --storage-class= --cache-control= --no-progress --follow-symlinks --no-follow-symlinks';

function infrastructure(program: string, name: string): readonly StatedEffect[] {
  const destroys = (words: NamedWords): string => {
    const target = words.value('-target');
    return target === undefined
      ? `destroys everything that ${name} manages in ${words.value('-chdir') ?? 'this folder'}`
      : `destroys ${target} and what depends on it`;
  };
  return [
    { command: `${program} destroy`, options: TERRAFORM, says: destroys },
    {
      command: `${program} apply`,
      options: TERRAFORM,
      says: (words) => {
        if (words.has('-destroy')) return destroys(words);
        const unasked = words.has('-auto-approve') ? ', without showing its plan first' : '';
        return `creates, changes and destroys what ${name} manages${unasked}`;
      },
    },
  ];
}

function objects(words: NamedWords): string {
  const [kind, ...names] = words.names;
  if (kind === undefined) return 'objects';
  if (kind === 'all') return 'all workloads and services';
  const selector = words.value('-l', '--selector', '--field-selector');
  if (selector !== undefined) return `${kind} with ${selector}`;
  if (names.length === 0) return words.has('--all') ? `all ${kind}` : kind;
  return `${kind} ${joined(names)}${/^(?:ns|namespaces?)$/u.test(kind) ? ', and everything in it,' : ''}`;
}

function cluster(words: NamedWords): string {
  const namespace = words.value('-n', '--namespace');
  return `the cluster${namespace === undefined ? '' : `, namespace ${namespace}`}`;
}

const fromCluster = (words: NamedWords): string => `from ${cluster(words)}`;
const inCluster = (words: NamedWords): string => `in ${cluster(words)}`;

function applies(words: NamedWords): string | undefined {
  const dry = words.value('--dry-run');
  if (words.has('--dry-run') && dry !== 'none') return undefined;
  const file = words.value('-f', '--filename', '-k', '--kustomize');
  return file === undefined ? undefined : `makes or changes ${inCluster(words)} what ${file} lists`;
}

function deletes(words: NamedWords): string | undefined {
  if (words.has('--dry-run')) return undefined;
  const file = words.value('-f', '--filename', '-k', '--kustomize');
  return file === undefined ? `removes ${objects(words)} ${fromCluster(words)}` : `removes ${fromCluster(words)} what ${file} lists`;
}

/** Clusters and what runs in a cloud. */
export const CLUSTER_EFFECTS: readonly StatedEffect[] = [
  ...infrastructure('terraform', 'Terraform'),
  ...infrastructure('tofu', 'OpenTofu'),
  {
    command: 'kubectl apply',
    options: KUBECTL,
    says: applies,
    ofNetwork: true,
  },
  {
    command: 'kubectl delete',
    options: KUBECTL,
    says: deletes,
  },
  ...['uninstall', 'delete'].map((verb) => ({
    command: `helm ${verb}`,
    options: HELM,
    says: (words: NamedWords) => {
      if (words.has('--dry-run')) return undefined;
      return `removes ${words.names.length === 0 ? 'a release' : `the release ${joined(words.names)}`} ${fromCluster(words)}`;
    },
  })),
  {
    command: 'aws s3 rm',
    options: AWS,
    says: ({ names, has }) => {
      if (has('--dryrun')) return undefined;
      return `removes ${names.length === 0 ? 'objects from S3' : joined(names)}${has('--recursive') ? ' and everything in it' : ''}`;
    },
  },
  {
    command: 'aws s3 sync',
    options: AWS,
    says: ({ names: [from, to], has }) => {
      if (from === undefined || to === undefined || has('--dryrun')) return undefined;
      return `copies ${from} to ${to}${has('--delete') ? `, and removes there what ${from} doesn’t have` : ''}`;
    },
    ofNetwork: true,
  },
  {
    command: 'aws s3 rb',
    options: AWS,
    says: ({ names, has }) =>
      `removes ${names.length === 0 ? 'a bucket' : `the bucket ${joined(names)}`}${has('--force') ? ' and everything in it' : ''}`,
  },
];
