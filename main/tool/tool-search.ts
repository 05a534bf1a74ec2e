import type { ToolName } from '#shared/tool-table.ts';
import type { Tool } from './tool.ts';

/** The tool that loads deferred ones. */
export const TOOL_SEARCH = 'ToolSearch' satisfies ToolName;

/** How much of a description is searched, in characters. */
const SEARCHED_CHARS = 2048;
const SELECT = 'select:';

export interface ToolQuery {
  /** Tools selected by name, in order. The rest of the query is then ignored. */
  readonly selected: readonly string[];
  /** Words the name must contain, lower case. */
  readonly required: readonly string[];
  /** Words to rank by, lower case, including the required ones. */
  readonly words: readonly string[];
}

/** Parses a ToolSearch query: `select:A,B`, or words, where a leading `+` requires the word in the name (SPEC R5). */
export function parseToolQuery(query: string): ToolQuery {
  const text = query.trim();
  if (text.toLowerCase().startsWith(SELECT)) {
    const names = text.slice(SELECT.length).split(/[,\s]+/);
    return { selected: [...new Set(names.filter((name) => name !== ''))], required: [], words: [] };
  }
  const words = text.toLowerCase().split(/[\s,]+/);
  const required = words.filter((word) => word.startsWith('+')).map((word) => word.slice(1));
  const all = words.map((word) => word.replace(/^\+/, ''));
  return { selected: [], required: required.filter((word) => word !== ''), words: [...new Set(all.filter((word) => word !== ''))] };
}

/** The matching tools, best first. A hit in the name counts most, then the hint, then the description. */
export function rankTools(tools: readonly Tool[], { required, words }: ToolQuery): Tool[] {
  return tools
    .filter(({ name }) => required.every((word) => name.toLowerCase().includes(word)))
    .map((tool) => ({ tool, score: score(tool, words) }))
    .filter(({ score: found }) => found > 0)
    .toSorted((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

function score(tool: Tool, words: readonly string[]): number {
  const name = tool.name.toLowerCase();
  // The `mcp__` prefix carries no meaning. `createIssue` counts as two words, like `create_issue`.
  const nameWords = wordsOf(tool.name.replace(/^mcp__/, ''));
  const hintWords = wordsOf(tool.searchHint ?? '');
  const described = tool.prompt().slice(0, SEARCHED_CHARS).toLowerCase();
  const describedWords = new Set(wordsOf(described));
  return words.reduce((sum, word) => {
    if (word === name) return sum + 100;
    const inName = nameWords.includes(word) ? 12 : name.includes(word) ? 6 : 0;
    const inHint = hintWords.includes(word) ? 5 : hintWords.some((hint) => hint.startsWith(word)) ? 3 : 0;
    const inDescription = describedWords.has(word) ? 2 : described.includes(word) ? 1 : 0;
    return sum + inName + inHint + inDescription;
  }, 0);
}

function wordsOf(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
