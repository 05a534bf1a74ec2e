import { ANSWER_SEPARATOR } from '#shared/session/tool-view.ts';

/** The user's answer to one question so far: labels, and own text. */
export interface Choice {
  readonly labels: readonly string[];
  readonly isOther: boolean;
  readonly other: string;
}

export const NO_CHOICE: Choice = { labels: [], isOther: false, other: '' };

/** Selects one label, or toggles it where several may be chosen. */
export function withLabel(choice: Choice, label: string, several: boolean): Choice {
  if (!several) return { ...choice, labels: [label], isOther: false };
  const labels = choice.labels.includes(label) ? choice.labels.filter((one) => one !== label) : [...choice.labels, label];
  return { ...choice, labels };
}

export function withOther(choice: Choice, isOther: boolean, several: boolean): Choice {
  return { ...choice, isOther, ...(isOther && !several && { labels: [] }) };
}

/** The answer as sent; empty while incomplete. */
export function answerText({ labels, isOther, other }: Choice): string {
  const words = other.trim();
  // “Other” without text is no answer.
  if (isOther && words === '') return '';
  return [...labels, ...(isOther ? [words] : [])].join(ANSWER_SEPARATOR);
}
