/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Prices for requests with a longer prompt. */
  readonly long?: { readonly aboveTokens: number; readonly input: number; readonly output: number };
}

/** Short names that stand for a model, in the order in which tools list them. */
export const MODEL_ALIASES = ['sonnet', 'opus', 'haiku', 'fable'] as const;
export type ModelAlias = (typeof MODEL_ALIASES)[number];

/** `always`: decides itself, can't be turned off. `adaptive`: decides itself, can be turned off. `budget`: thinks only with a budget. */
export type ThinkingStyle = 'always' | 'adaptive' | 'budget';

/** Efforts that models take, from the least on. `output_config.effort` of the Messages API. */
export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export interface ModelFamily {
  /** Tokens that a request and its response can have together. */
  readonly window: number;
  /** Default limit on an answer in tokens, thinking included. */
  readonly output: number;
  readonly thinking?: ThinkingStyle;
  /** The efforts it takes; absent: none. */
  readonly efforts?: readonly Effort[];
  /** The list price, if it is known. */
  readonly price?: Price;
  /** Offered for selection; others can be typed in. */
  readonly offered?: true;
  readonly alias?: ModelAlias;
}

const MILLION = 1_000_000;
const LARGE = { window: MILLION, output: 64_000 } as const;
const UP_TO_HIGH = { efforts: ['low', 'medium', 'high'] } as const;
const WITHOUT_XHIGH = { efforts: ['low', 'medium', 'high', 'max'] } as const;
const ALL_EFFORTS = { efforts: EFFORTS } as const;
/** All of Anthropic's models have at least this much, and few local ones have more. */
const SMALL = { window: 200_000, output: 32_000 } as const;

/**
 * All data about models, by family: the id itself, or its start up to a `-`. The longest match counts. Most capable first, which is the
 * order of the selection. From platform.claude.com, November 2026.
 */
export const MODEL_FAMILIES: Readonly<Record<string, ModelFamily>> = {
  'claude-opus-5-5': { ...LARGE, ...ALL_EFFORTS, thinking: 'always', price: { input: 4, output: 20 }, offered: true, alias: 'opus' },
  'claude-fable-5-2': { ...LARGE, ...ALL_EFFORTS, thinking: 'always', price: { input: 8, output: 40 }, offered: true, alias: 'fable' },
  'claude-sonnet-5': { ...LARGE, ...ALL_EFFORTS, thinking: 'adaptive', price: { input: 2, output: 10 }, offered: true, alias: 'sonnet' },
  'claude-haiku-5-5': {
    ...LARGE,
    ...UP_TO_HIGH,
    thinking: 'adaptive',
    price: { input: 0.1, output: 0.5, long: { aboveTokens: 100_000, input: 0.5, output: 2.5 } },
    offered: true,
  },
  'claude-haiku-4-5': { ...SMALL, thinking: 'budget', price: { input: 1, output: 5 }, offered: true, alias: 'haiku' },
  'claude-opus-5': { ...LARGE, ...ALL_EFFORTS, thinking: 'adaptive', price: { input: 5, output: 25 }, offered: true },
  'claude-fable-5': { ...LARGE, ...ALL_EFFORTS, thinking: 'always', price: { input: 10, output: 50 }, offered: true },
  'claude-opus-4-8': { ...LARGE, ...ALL_EFFORTS, thinking: 'adaptive', price: { input: 5, output: 25 }, offered: true },
  'claude-sonnet-4-6': { ...LARGE, ...WITHOUT_XHIGH, thinking: 'adaptive', price: { input: 3, output: 15 }, offered: true },
  'claude-mythos-5': { ...LARGE, ...ALL_EFFORTS, thinking: 'always' },
  'claude-haiku-5': { ...LARGE, thinking: 'adaptive' },
  'claude-opus-4-7': { ...LARGE, ...ALL_EFFORTS, thinking: 'adaptive', price: { input: 5, output: 25 } },
  'claude-opus-4-6': { ...LARGE, ...WITHOUT_XHIGH, thinking: 'adaptive', price: { input: 5, output: 25 } },
  'claude-opus-4-5': { ...SMALL, ...UP_TO_HIGH, thinking: 'budget', price: { input: 5, output: 25 } },
  'claude-opus-4': { ...SMALL, thinking: 'budget', price: { input: 5, output: 25 } },
  'claude-opus-4-1': { ...SMALL, thinking: 'budget', price: { input: 15, output: 75 } },
  'claude-opus-4-0': { ...SMALL, thinking: 'budget', price: { input: 15, output: 75 } },
  'claude-opus-4-20250514': { ...SMALL, thinking: 'budget', price: { input: 15, output: 75 } },
  'claude-sonnet-4': { ...SMALL, thinking: 'budget', price: { input: 3, output: 15 } },
};

/** Used when neither the user nor `ANTHROPIC_MODEL` names one. */
export const DEFAULT_MODEL = 'claude-opus-5-5';

/** Models offered for selection, most capable first. */
export const OFFERED_MODELS: readonly string[] = Object.keys(MODEL_FAMILIES).filter((id) => MODEL_FAMILIES[id]?.offered);

/** The data about a model. An unknown one has no price and doesn't think. */
export function modelFamily(model: string): ModelFamily {
  for (let name = model; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('-')))) {
    const family = Object.hasOwn(MODEL_FAMILIES, name) ? MODEL_FAMILIES[name] : undefined;
    if (family) return family;
  }
  return SMALL;
}

/** Tokens that a request and its response can have together. */
export function contextWindow(model: string): number {
  return modelFamily(model).window;
}
