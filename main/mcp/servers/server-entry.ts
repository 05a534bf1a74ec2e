import { createHash } from 'node:crypto';
import { z } from 'zod';
import { headerProblem } from '#shared/settings/header-values.ts';
import { isOwnKey } from '#main/tool/program-environment.ts';
import { addressProblem } from '../connection/address-problem.ts';
import { stableJson } from '#main/tool/stable-json.ts';

const textSchema = z.string().max(32_768);
const common = {
  /** Milliseconds one call may take. */
  timeout: z.number().int().positive().max(2_147_483_647).optional(),
  /** Its tools are never deferred. */
  alwaysLoad: z.boolean().optional(),
};

const stdioSchema = z.looseObject({
  type: z.literal('stdio').optional(),
  command: textSchema.min(1),
  args: z.array(textSchema).max(1000).optional(),
  env: z.record(z.string(), textSchema).optional(),
  ...common,
});

const oauthSchema = z.looseObject({
  /** Of Gatehouse, registered by hand. */
  clientId: textSchema.min(1).optional(),
  /** Port of the redirect address that was registered. */
  callbackPort: z.number().int().min(1).max(65_535).optional(),
  authServerMetadataUrl: textSchema.min(1).optional(),
  /** Separated by spaces; instead of those that the server names. */
  scopes: textSchema.optional(),
});
export type OAuthSettings = Pick<z.output<typeof oauthSchema>, 'clientId' | 'callbackPort' | 'authServerMetadataUrl' | 'scopes'>;

const remoteSchema = z.looseObject({
  type: z.enum(['http', 'streamable-http', 'sse']),
  url: textSchema.min(1),
  headers: z.record(z.string(), textSchema).optional(),
  /** Command that prints further headers as JSON. */
  headersHelper: textSchema.min(1).optional(),
  oauth: oauthSchema.optional(),
  ...common,
});

export interface StdioTarget {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RemoteTarget {
  /** `sse`: the transport before streamable HTTP, deprecated. */
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly headersHelper?: string;
  readonly oauth?: OAuthSettings;
}

export interface ServerEntry {
  /** With variables not yet expanded. */
  readonly target: StdioTarget | RemoteTarget;
  readonly timeoutMs: number | undefined;
  readonly alwaysLoad: boolean;
  /** Digest of name and entry as written. The acceptance of its tools is bound to it. */
  readonly digest: string;
}

/** Reserved by Claude Code; a server with such a name could pass for it. */
const RESERVED = new Set(['workspace', 'claude-in-chrome', 'computer-use', 'claude preview', 'claude browser']);
const MAX_NAME = 200;

/** Reads one entry of `mcpServers`; returns a string with the problem and the remedy if it is invalid. */
export function parseServerEntry(name: string, raw: unknown): ServerEntry | string {
  if (name.trim() === '' || name.length > MAX_NAME || /[\p{Cc}\p{Cf}]/u.test(name)) return 'Its name must be 1 to 200 visible characters.';
  if (RESERVED.has(name.toLowerCase())) return `The name “${name}” is reserved. Give the server another one.`;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'The entry must be an object with a command or a url.';
  const fields: Readonly<Record<string, unknown>> = { ...raw };
  const type = fields['type'];
  if (type === undefined && fields['url'] !== undefined)
    return 'A server with a url needs a type: “http” for streamable HTTP, or “sse” for the older transport.';
  if (type === 'ws') return 'WebSocket servers aren’t supported. Use “http” or “stdio”.';
  const isRemote = type === 'http' || type === 'streamable-http' || type === 'sse';
  if (!isRemote && type !== undefined && type !== 'stdio') return 'Its type must be “stdio”, “http” or “sse”.';
  const parsed = isRemote ? remoteSchema.safeParse(raw) : stdioSchema.safeParse(raw);
  if (!parsed.success) return problemOf(parsed.error);
  const { timeout, alwaysLoad = false } = parsed.data;
  const target: StdioTarget | RemoteTarget =
    'url' in parsed.data && isRemote ? remoteTarget(remoteSchema.parse(raw)) : stdioTarget(stdioSchema.parse(raw));
  return { target, timeoutMs: timeout, alwaysLoad, digest: digestOf([name, target]) };
}

function remoteTarget({ type, url, headers = {}, headersHelper, oauth }: z.output<typeof remoteSchema>): RemoteTarget {
  return {
    type: type === 'sse' ? 'sse' : 'http',
    url,
    headers,
    ...(headersHelper !== undefined && { headersHelper }),
    ...(oauth && { oauth }),
  };
}

function stdioTarget({ command, args = [], env = {} }: z.output<typeof stdioSchema>): StdioTarget {
  return { type: 'stdio', command, args, env };
}

/** Expands environment variables. @throws MissingVariableError, or an Error about an invalid URL. */
export function expandTarget(
  target: StdioTarget | RemoteTarget,
  env: Readonly<Record<string, string | undefined>>,
): StdioTarget | RemoteTarget {
  const expand = (text: string): string => expandVariables(text, env);
  const all = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expand(value)]));
  if (target.type === 'stdio') {
    return { ...target, command: expand(target.command), args: target.args.map(expand), env: all(target.env) };
  }
  const url = expand(target.url);
  const { protocol, username, password } = URL.parse(url) ?? { protocol: '', username: '', password: '' };
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error('Its url must be an http or https address.');
  if (username !== '' || password !== '')
    throw new Error('Its url holds a name or password. Put them into the entry’s headers, as “Authorization”.');
  const headers = all(target.headers);
  const problem = headerProblem(headers);
  if (problem !== undefined) throw new Error(`Its headers can’t be sent: ${problem}.`);
  const { oauth } = target;
  if (oauth?.authServerMetadataUrl !== undefined) {
    const wrong = addressProblem(oauth.authServerMetadataUrl);
    if (wrong !== undefined) throw new Error(`Its authServerMetadataUrl can’t be used. ${wrong}`);
  }
  return { ...target, url, headers };
}

/** The command line or URL for people: variables as written and no password, so that no secret is shown. */
export function describeTarget(target: StdioTarget | RemoteTarget): string {
  return target.type === 'stdio' ? [target.command, ...target.args].join(' ') : target.url.replace(/^([^/]*:\/\/)[^/?#]*@/u, '$1…@');
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(stableJson(value)).digest('hex');
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'The entry'}: ${issue.message}` : 'The entry has a wrong shape.';
}

/** `${NAME}` and `${NAME:-default}`; nothing nests. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/gu;

/** A variable that has no value and no default. The message names it and what to do. */
class MissingVariableError extends Error {
  constructor(name: string) {
    super(
      isOwnKey(name)
        ? `Servers don’t get ${name} unless your own settings name it (gatehouse.passKeys).`
        : `The environment variable ${name} is not set. Set it, or write \${${name}:-default}.`,
    );
    this.name = 'MissingVariableError';
  }
}

/** Expands variables once: values aren't expanded again. @throws MissingVariableError */
function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(VARIABLE, (_whole, name: string, otherwise: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    // As in a shell, `:-` also replaces an empty value.
    const found = otherwise !== undefined && value === '' ? undefined : value;
    const expanded = found ?? otherwise;
    if (expanded === undefined) throw new MissingVariableError(name);
    return expanded;
  });
}
