import { ANSWER_SEPARATOR } from '#shared/session/question.ts';

/** What a person has chosen so far for one question: labels, and words of their own. */
export interface Choice {
  readonly labels: readonly string[];
  readonly isOther: boolean;
  readonly other: string;
}

export const NO_CHOICE: Choice = { labels: [], isOther: false, other: '' };

/** One label in place of another, or one more or less where several may be chosen. */
export function withLabel(choice: Choice, label: string, several: boolean): Choice {
  if (!several) return { ...choice, labels: [label], isOther: false };
  const labels = choice.labels.includes(label) ? choice.labels.filter((one) => one !== label) : [...choice.labels, label];
  return { ...choice, labels };
}

export function withOther(choice: Choice, isOther: boolean, several: boolean): Choice {
  return { ...choice, isOther, ...(isOther && !several && { labels: [] }) };
}

/** As it is sent; empty while it is none. */
export function answerText({ labels, isOther, other }: Choice): string {
  const words = other.trim();
  // “Other” without words says nothing, and nobody should wonder what was sent.
  if (isOther && words === '') return '';
  return [...labels, ...(isOther ? [words] : [])].join(ANSWER_SEPARATOR);
}
