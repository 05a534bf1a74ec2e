import { fold } from './protected-places.ts';

/** Folders with credentials: keys, cloud accounts, password stores. */
const FOLDERS = new Set('.ssh .gnupg .aws .azure .gcloud .kube .password-store keyrings keychains .vault .oci .minikube'.split(' '));
/** Folders inside another folder. */
const NESTED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['.config', new Set('gcloud gh hub op doctl rclone heroku'.split(' '))],
  ['.docker', new Set(['config.json'])],
  ['.cargo', new Set(['credentials', 'credentials.toml'])],
]);
const FILES = new Set(
  '.netrc _netrc .pgpass .npmrc .yarnrc.yml .pypirc .git-credentials .htpasswd .dockercfg .s3cfg .boto .vault-token .terraformrc .my.cnf .authinfo credentials credentials.json credentials.csv application_default_credentials.json shadow gshadow master.key environ'.split(
    ' ',
  ),
);
const PATTERNS = [
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/u,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|keychain|keychain-db|ppk|asc|token)$/u,
  /^(?:\.env|.+\.env)$|^\.env\..+$/u,
  /^(?:secrets?|tokens?|passwords?|service[-_]?account.*|client_secret.*)(?:\.(?:json|ya?ml|toml|ini|txt|env|properties))?$/u,
];
/** Matching names that aren't secret. */
const SHOWN = /\.pub$|^(?:known_hosts|authorized_keys|config)(?:\.old)?$|\.(?:example|sample|template|dist|defaults)$/u;

/** Whether a file, judged by its location and name, is likely to hold keys, passwords or tokens. Folders of such files count too. */
export function isSecretPath(path: string): boolean {
  const parts = path.split(/[\\/]/u).filter(Boolean).map(fold);
  const name = parts.at(-1) ?? '';
  const inFolder = parts.some((part, index) => FOLDERS.has(part) || NESTED.get(parts[index - 1] ?? '')?.has(part) === true);
  if (SHOWN.test(name)) return inFolder && name === 'config' && !parts.includes('.ssh');
  return inFolder || FILES.has(name) || PATTERNS.some((pattern) => pattern.test(name));
}
