/** Commands that print the content of a key ring, a password store, an account or the environment. */
const FORMS = [
  /^(?:printenv|env)(?: |$)/u,
  /^security (?:find-(?:generic|internet)-password|dump-keychain|export)\b/u,
  /^(?:pass|gopass)(?: show| ls| find|$| [^-])/u,
  /^(?:op|bw|lpass|rbw|keepassxc-cli) (?:read|get|item|show|export|inject|list|code|document)\b/u,
  /^(?:secret-tool (?:lookup|search)|kwallet-query|keyring get|doppler secrets|infisical secrets|chamber (?:read|export|env))\b/u,
  /^gh auth (?:token|status)\b|^glab auth\b|^heroku auth:token\b|^npm token\b/u,
  /^gcloud (?:auth .*print-|secrets versions access)/u,
  /^aws (?:configure (?:get|export-credentials)|sts (?:get-session-token|assume-role)|secretsmanager get-|ssm get-parameter|ecr get-login)/u,
  /^az (?:account get-access-token|keyvault (?:secret|key))\b/u,
  /^kubectl (?:.* )?(?:secrets?(?:\/| |$)|config view .*--raw)/u,
  /^vault (?:kv get|read|print|token)\b/u,
  /^gpg2? .*--export-secret/u,
  /^git credential(?:-\S+)? (?:fill|get)\b/u,
] as const;
/** One expression for all forms: most commands match none, which it detects at their first letters. */
const SECRET_COMMAND = new RegExp(FORMS.map(({ source }) => source).join('|'), 'u');

/** @param argv The program, without its folder, and its words; `null` for a word known only at run time. */
export function printsSecrets(argv: readonly (string | null)[]): boolean {
  return SECRET_COMMAND.test(argv.map((word) => word ?? '?').join(' '));
}
