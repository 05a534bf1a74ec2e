import type { Decision } from '#shared/permission/decision.ts';
import { ruleWhere } from '../permissions/ask-words.ts';
import { LAYER_WORDS, OUTCOME_WORDS, whySentence } from './why.ts';

/** A decision as plain text to copy: the sentence, then each trace entry. */
export function decisionText(decision: Decision, answeredBy: string | null, projectDir: string): string {
  const lines = decision.trace.map(({ layer, outcome, detail, subject, rule }) => {
    const about = subject === undefined ? '' : ` [${subject}]`;
    const where = rule === undefined ? '' : ` — ${rule.text} in ${ruleWhere(rule, projectDir)}`;
    return `- ${LAYER_WORDS[layer]}: ${OUTCOME_WORDS[outcome]}. ${detail}${about}${where}`;
  });
  const effects = decision.effects.length > 0 ? [`Effects: ${decision.effects.join(', ')}`] : [];
  return [whySentence(decision, answeredBy), ...lines, ...effects].join('\n');
}
