import { payloadSight } from '../../answers/payload-sight.ts';

export { OpenCard } from './open-card.tsx';
export { ReadReview } from './read-review.tsx';

/** What was in view of the cards. */
export const sight = payloadSight();
