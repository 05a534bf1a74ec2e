export { AlikeCard } from './alike-card.tsx';
export { AskCard } from './ask-card.tsx';
