import type { Answer } from './messages-answer.ts';
import type { RequestBody } from './messages-server.ts';

const MANY = 200;

/** Answers for parallel conversations in any order of requests: each is a word of the first message and the answers. */
export function byPrompt(...parts: readonly (readonly [string, ...Exclude<Answer, (body: RequestBody) => unknown>[]])[]): Answer[] {
  const left = new Map(parts.map(([first, ...answers]) => [first, [...answers]]));
  const answer: Answer = (body) => {
    const first = body.messages[0]?.content.map((block) => block.text ?? '').join(' ') ?? '';
    const found = [...left].find(([key]) => first.includes(key))?.[1].shift();
    return found ?? { status: 400, error: `no answer for ${first}` };
  };
  return Array.from({ length: MANY }, () => answer);
}
