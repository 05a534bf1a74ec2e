import { z } from 'zod';
import type { LanguageItem } from '#main/tool/services/language-service.ts';
import { pathOf } from './path-of.ts';

/** Maximum places listed per answer. */
const MAX_ITEMS = 500;
const MAX_DEPTH = 20;
const MAX_NAME_CHARS = 200;
const MAX_HOVER_CHARS = 20_000;

const position = z.object({ line: z.number().int().nonnegative(), character: z.number().int().nonnegative() });
const range = z.object({ start: position });
const location = z.object({ uri: z.string(), range });
const link = z.object({ targetUri: z.string(), targetRange: range, targetSelectionRange: range.optional() });
const place = z.union([
  location,
  link.transform(({ targetUri, targetRange, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange ?? targetRange })),
]);
const outline = z.object({ name: z.string(), kind: z.number(), selectionRange: range, children: z.array(z.unknown()).optional() });
const symbol = z.object({ name: z.string(), kind: z.number(), location: z.object({ uri: z.string(), range: range.optional() }) });
const hierarchyItem = z.looseObject({ name: z.string(), kind: z.number(), uri: z.string(), selectionRange: range });
export type HierarchyItem = z.infer<typeof hierarchyItem>;
const markup = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);
const hover = z.object({ contents: z.union([markup.transform((text) => [text]), z.array(markup).max(1000)]) });

/** SymbolKind of the protocol, from 1. */
const KINDS =
  'file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null enum-member struct event operator type-parameter'.split(
    ' ',
  );

export interface Places {
  readonly items: readonly LanguageItem[];
  readonly isCut: boolean;
}

/** Locations and links. Like all functions here, it omits anything malformed or outside of files. */
export function placesOf(answer: unknown): Places {
  return listed(asList(answer), (one) => {
    const { data } = place.safeParse(one);
    return data && itemAt(data.uri, data.range.start);
  });
}

/** The outline of a file, or a list of its symbols. */
export function outlineOf(answer: unknown, path: string): Places {
  const items: LanguageItem[] = [];
  const waiting = asList(answer)
    .slice(0, MAX_ITEMS + 1)
    .map((node) => ({ node, depth: 0 }))
    .toReversed();
  for (let next = waiting.pop(); next && items.length <= MAX_ITEMS; next = waiting.pop()) {
    const { node, depth } = next;
    const { data } = outline.safeParse(node);
    if (!data) {
      const flat = symbolItem(node);
      if (flat) items.push({ ...flat, path });
      continue;
    }
    items.push({ path, ...data.selectionRange.start, name: nameOf(data.name), kind: kindOf(data.kind), depth });
    if (depth < MAX_DEPTH)
      for (const child of (data.children ?? []).slice(0, MAX_ITEMS + 1).toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
  return { items: items.slice(0, MAX_ITEMS), isCut: items.length > MAX_ITEMS };
}

export function symbolsOf(answer: unknown): Places {
  return listed(asList(answer), symbolItem);
}

export function hierarchyItems(answer: unknown): readonly HierarchyItem[] {
  return asList(answer)
    .slice(0, 20)
    .flatMap((one) => hierarchyItem.safeParse(one).data ?? []);
}

/** The functions of a call hierarchy; `end`: the field with the other end of a call, absent for the functions themselves. */
export function callsOf(answer: unknown, end?: 'from' | 'to'): Places {
  return listed(asList(answer), (one) => {
    const item = end === undefined ? one : z.object({ [end]: z.unknown() }).safeParse(one).data?.[end];
    const { data } = hierarchyItem.safeParse(item);
    const at = data && itemAt(data.uri, data.selectionRange.start);
    return at && { ...at, name: nameOf(data.name), kind: kindOf(data.kind) };
  });
}

export function hoverText(answer: unknown): string | undefined {
  const texts = hover.safeParse(answer).data?.contents ?? [];
  const text = texts.join('\n\n').trim().toWellFormed();
  if (text === '') return undefined;
  return text.length > MAX_HOVER_CHARS ? `${text.slice(0, MAX_HOVER_CHARS).toWellFormed()}…` : text;
}

function symbolItem(value: unknown): LanguageItem | undefined {
  const { data } = symbol.safeParse(value);
  const at = data && itemAt(data.location.uri, data.location.range?.start ?? { line: 0, character: 0 });
  return at && { ...at, name: nameOf(data.name), kind: kindOf(data.kind) };
}

function itemAt(uri: string, start: z.infer<typeof position>): LanguageItem | undefined {
  const path = pathOf(uri);
  return path === undefined ? undefined : { path, line: start.line, character: start.character };
}

function listed(values: readonly unknown[], toItem: (value: unknown) => LanguageItem | undefined): Places {
  const items = values.slice(0, MAX_ITEMS).flatMap((value) => toItem(value) ?? []);
  return { items, isCut: values.length > MAX_ITEMS };
}

function asList(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  return answer === null || answer === undefined ? [] : [answer];
}

/** Names must stay on one line. */
function nameOf(name: string): string {
  return name
    .slice(0, 2 * MAX_NAME_CHARS)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed();
}

function kindOf(kind: number): string | undefined {
  return KINDS[kind - 1];
}
