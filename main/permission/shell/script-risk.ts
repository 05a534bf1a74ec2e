import type { CommandFact, PathFact, ShellFacts } from '#shared/permission/facts.ts';

/**
 * What a script of the package file does that can't be undone, or on other machines.
 * `isTracked`: whether git keeps something at a path or below it, which no build makes anew.
 */
export function scriptRisk({ commands, limits }: ShellFacts, isTracked: (path: string) => boolean): CommandFact['scriptRisk'] {
  const removesOutput = (command: CommandFact): boolean => onlyOutput(command, isTracked);
  const acting = commands.filter(({ readOnly, paths }) => !readOnly || paths.some(({ access }) => access === 'write'));
  const final = acting.filter(isFinal);
  if (!final.every(removesOutput)) return 'destructive';
  if (final.length > 0 && final.length === acting.length && !limits.some(({ opaque }) => opaque)) return 'clears';
  return commands.some(({ network, scriptRisk: risk }) => network || risk === 'network') ? 'network' : undefined;
}

/** Whether a script of the package file can't be undone. */
export function isFinalScript(risk: CommandFact['scriptRisk']): boolean {
  return risk === 'destructive' || risk === 'clears';
}

function isFinal({ irreversible, scriptRisk: risk, paths }: CommandFact): boolean {
  return irreversible || isFinalScript(risk) || paths.some(({ access }) => access === 'delete');
}

/** Folders and files that tools make anew. */
const OUTPUT = new RegExp(
  `^(?:${[
    'dist build coverage storybook-static node_modules __pycache__',
    String.raw`\.(?:cache|next|nuxt|output|turbo|vite|parcel-cache|svelte-kit|astro|docusaurus|angular|expo|nyc_output|eslintcache)`,
    String.raw`.*\.(?:tsbuildinfo|log|tgz|pyc)`,
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
  'u',
);
/** Also names of folders with sources, where they aren't at the top. */
const TOP_OUTPUT = /^(?:lib|es|esm|cjs|out|output|target|tmp|temp)$/u;

/** It only removes what a build makes anew: a part of many builds, and no reason to call all of the script destructive. */
function onlyOutput({ paths, scriptRisk: risk }: CommandFact, isTracked: (path: string) => boolean): boolean {
  const removed = paths.filter(({ access }) => access === 'delete');
  if (risk !== undefined || removed.length === 0) return risk === 'clears';
  return removed.every((fact) => isOutput(fact) && ![fact, ...fact.matches].some(({ real }) => isTracked(real)));
}

function isOutput({ spelled, unresolved }: PathFact): boolean {
  return !unresolved && isBuildOutput(spelled);
}

/** Whether a path in the project is, by its name, one that tools make anew. */
export function isBuildOutput(spelled: string): boolean {
  const written = spelled.replaceAll(/["']/gu, '').replace(/^\.\//u, '');
  const parts = written.split('/').filter((part) => !/^[*?]*$/u.test(part));
  if (written.startsWith('/') || written.startsWith('~') || parts.includes('..')) return false;
  return parts.some((part) => OUTPUT.test(part)) || (parts.length === 1 && TOP_OUTPUT.test(parts[0] ?? ''));
}
