import type { Answer } from './messages-answer.ts';
import type { RequestBody } from './messages-server.ts';

const MANY = 200;

/** Answers for several conversations at once, whatever the order requests come in: each has a word of its first message, and its answers. */
export function byPrompt(...parts: readonly (readonly [string, ...Exclude<Answer, (body: RequestBody) => unknown>[]])[]): Answer[] {
  const left = new Map(parts.map(([first, ...answers]) => [first, [...answers]]));
  const answer: Answer = (body) => {
    const first = body.messages[0]?.content.map((block) => block.text ?? '').join(' ') ?? '';
    const found = [...left].find(([key]) => first.includes(key))?.[1].shift();
    return found ?? { status: 400, error: `no answer for ${first}` };
  };
  return Array.from({ length: MANY }, () => answer);
}
