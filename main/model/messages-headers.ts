import { appVersion } from '#main/app-root.ts';
import { readVariable } from '#main/environment.ts';
import type { ModelAccessKeys } from './keys.ts';

export const DEFAULT_BASE_URL = 'https://api.anthropic.com';

/** The revision of the Messages API that requests are written in. */
const API_VERSION = '2026-10-21';

/** The headers of every request to `baseUrl`, in lower case. */
export function messagesHeaders(access: ModelAccessKeys, baseUrl: string, env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return {
    accept: 'application/json',
    'user-agent': `Gatehouse/${appVersion()}`,
    'anthropic-version': API_VERSION,
    ...credentials(access, baseUrl),
    ...customHeaders(readVariable(env, 'ANTHROPIC_CUSTOM_HEADERS') ?? ''),
  };
}

/** Most compatible servers expect the key as `x-api-key`, some as a bearer token, so a custom server gets both. */
function credentials({ apiKey, authToken }: ModelAccessKeys, baseUrl: string): Readonly<Record<string, string>> {
  const bearer = apiKey || authToken;
  if (!bearer) return {};
  return { authorization: `Bearer ${bearer.trim()}`, ...(apiKey && baseUrl !== DEFAULT_BASE_URL && { 'x-api-key': apiKey.trim() }) };
}

const HEADER = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*([\t\x20-\x7e]*)$/u;

/** Lines of `Name: value`; others are left out. */
function customHeaders(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').map((line) => HEADER.exec(line.trim()));
  return Object.fromEntries(lines.flatMap((match) => (match?.[1] ? [[match[1].toLowerCase(), match[2] ?? '']] : [])));
}
