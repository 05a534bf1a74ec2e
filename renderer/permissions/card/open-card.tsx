import { AlikeCard, type AlikeCardProps } from './alike-card.tsx';
import { AskCard } from './ask-card.tsx';

/** The card of the open group: one that shows one request never answers a group of different ones. */
export function OpenCard(props: AlikeCardProps) {
  return props.group.alike === null ? <AskCard {...props} /> : <AlikeCard {...props} />;
}
