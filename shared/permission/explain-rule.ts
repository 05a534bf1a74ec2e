import { parseRule, type RuleBody } from './grammar.ts';
import type { RuleBehavior, RuleSource } from './rule.ts';

const VERBS: Record<RuleBehavior, string> = { allow: 'Runs without asking', ask: 'Always asks', deny: 'Never runs' };

/** Describes a rule in one sentence for people. `source`: where it is or would be saved, if that is known. */
export function explainRule(text: string, behavior: RuleBehavior, source?: RuleSource): string {
  return `${VERBS[behavior]}: ${subject(text, behavior, source)}.`;
}

/** What a suggested rule is about, as a label: “Reading /etc/hosts”. It is written for the project. */
export function ruleSubject(text: string, behavior: RuleBehavior): string {
  const words = subject(text, behavior, 'local');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function subject(text: string, behavior: RuleBehavior, source: RuleSource | undefined): string {
  const { tool, body } = parseRule(text, behavior);
  switch (body.kind) {
    case 'whole':
      return `every use of ${tool}`;
    case 'toolGlob':
      return `every tool whose name matches ${body.pattern}`;
    case 'mcp':
      return explainMcp(body.pattern);
    case 'command':
      if (body.form === 'exact') return `exactly the command “${body.text}”`;
      if (body.form === 'prefix') return `the command “${body.text}”, alone or with anything after it`;
      return `commands of the form “${body.text}”, where * stands for anything`;
    case 'path':
      return `${tool === 'Read' ? 'reading' : 'changing'} ${explainFiles(body.pattern, behavior, source)}`;
    case 'domain':
      if (body.host === '*') return 'fetching from any public site';
      if (body.host.startsWith('*.')) return `fetching from sub-domains of ${body.host.slice(2)}, not from ${body.host.slice(2)} itself`;
      return `fetching from ${body.host}`;
    case 'param':
      return `${tool} with ${body.name} set to ${body.value}`;
    case 'target':
      return explainTarget(tool, body, behavior);
    case 'inert':
      return `nothing. ${body.why.replace(/\.$/u, '')}`;
  }
}

function explainTarget(tool: string, { name, withArgs }: Extract<RuleBody, { kind: 'target' }>, behavior: RuleBehavior): string {
  if (tool === 'Agent') return `starting the agent ${name}`;
  if (tool === 'Workflow') return `starting the workflow ${name}`;
  if (tool !== 'Skill') return `${tool} “${name}”`;
  // Deny and ask rules hold whatever the arguments are.
  const without = behavior === 'allow' ? ' without arguments' : '';
  return `using the skill ${name}${withArgs ? ' with any arguments' : without}`;
}

function explainMcp(pattern: string): string {
  const [, server = '', ...rest] = pattern.split('__');
  const tool = rest.join('__');
  if (tool === '' || tool === '*') return server === '*' ? 'every MCP tool' : `every tool of the MCP server ${server}`;
  if (tool.includes('*')) return `tools of the MCP server ${server} whose name matches ${tool}`;
  return `the tool ${tool} of the MCP server ${server}`;
}

function explainFiles(pattern: string, behavior: RuleBehavior, source: RuleSource | undefined): string {
  const name = pattern.replace(/^(?:\.\/)+/u, '');
  if (name.startsWith('!')) return `files that match ${pattern}`;
  if (!matchesAtAnyDepth(pattern, behavior)) return explainAnchored(name, source);
  if (name === '**' || name === '*') return 'all files in the project folder';
  const folder = /^([^/]+)\/(?:\*\*)?$/u.exec(name)?.[1];
  if (folder !== undefined) return `files in folders ${called(folder)}, anywhere in the project folder`;
  return `${/[.*]/u.test(name) ? 'files' : 'files and folders'} ${called(name)}, anywhere in the project folder`;
}

function called(name: string): string {
  return /[*?[\\]/u.test(name) ? `whose name matches ${name}` : `called ${name}`;
}

/** Most paths say by themselves where they start. */
function explainAnchored(pattern: string, source: RuleSource | undefined): string {
  const [path, where] = startOf(pattern, source);
  const folder = /^([^*?[\\]*)\/\*\*$/u.exec(path)?.[1];
  if (folder !== undefined) return `everything in ${folder === '' ? '/' : folder}${where}`;
  return `${/[*?[\\]/u.test(path) ? 'files that match ' : ''}${path}${where}`;
}

function startOf(pattern: string, source: RuleSource | undefined): readonly [path: string, where: string] {
  if (pattern.startsWith('//')) return [pattern.slice(1), ''];
  if (pattern.startsWith('~/')) return [pattern, ''];
  if (pattern.startsWith('/'))
    return [pattern.slice(1), `, in the ${source === 'project' || source === 'local' ? 'project folder' : 'settings file’s own folder'}`];
  return [`./${pattern}`, ''];
}

/**
 * Whether a relative file pattern matches at any depth, not only directly in the working directory. A pattern whose only slash is at its
 * end matches a file or folder anywhere. A folder with its contents (`src/**`) does so in deny and ask rules only: an allow rule must not
 * allow other folders with the same name. A `!` exclusion applies at any depth.
 */
export function matchesAtAnyDepth(pattern: string, behavior: RuleBehavior): boolean {
  const body = pattern.replace(/^!/u, '').replace(/^(?:\.\/)+/u, '');
  if (body.startsWith('/') || body.startsWith('~/') || body === '~') return false;
  const folder = /^[^/]+(?=\/\*\*$)/u.exec(body)?.[0];
  if (folder !== undefined) return behavior !== 'allow' || folder === '**' || pattern.startsWith('!');
  return !body.replace(/\/$/u, '').includes('/');
}
