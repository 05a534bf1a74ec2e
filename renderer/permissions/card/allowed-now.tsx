import { Fragment } from 'react';
import type { PendingAsk } from '#shared/session/view.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { isHighRisk } from '../queue/ask-groups.ts';
import { allowingCauses } from './allowing-causes.ts';
import { cardWords } from './card-words.ts';
import type { AllowedBy } from './use-allowed-now.ts';

/** What allows a request by now, and why it waits all the same. */
export function AllowedNow({ ask, by }: { readonly ask: PendingAsk; readonly by: AllowedBy }) {
  const { causes, verb } = allowingCauses(by);
  return (
    <>
      {causes.map(({ what, names }) => (
        <Fragment key={what}>
          {what}{' '}
          <code>
            <VisibleText text={names.join(', ')} />
          </code>{' '}
        </Fragment>
      ))}
      {verb} {isHighRisk(ask) ? cardWords.finalWaits : cardWords.secretsWait}
    </>
  );
}
