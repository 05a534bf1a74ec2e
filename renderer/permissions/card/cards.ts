import { payloadSight } from '../../answers/payload-sight.ts';

export { AlikeCard } from './alike-card.tsx';
export { AskCard } from './ask-card.tsx';

/** What was in view of the cards. */
export const sight = payloadSight();
