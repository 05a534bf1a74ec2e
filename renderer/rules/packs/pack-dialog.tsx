import { useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { OnRules } from '../change-rules.ts';
import { ExportPack } from './export-pack.tsx';
import { PackChoice } from './pack-choice.tsx';
import { PackReview } from './pack-review.tsx';
import type { PackSource } from './pack-source.ts';
import { packWords as words } from './pack-words.ts';

type Step = { readonly type: 'choose' } | { readonly type: 'review'; readonly from: PackSource } | { readonly type: 'export' };

export interface PackDialogProps {
  readonly list: RuleList;
  readonly onChange: OnRules;
  readonly onClose: () => void;
}

/** Rule packs: choosing one, looking at what it would change, adding its rules; and making one of the rules in force. */
export function PackDialog({ list, onChange, onClose }: PackDialogProps) {
  const [step, setStep] = useState<Step>({ type: 'choose' });
  const back = () => setStep({ type: 'choose' });
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={step.type === 'export' ? words.exportTitle : words.packs}
      {...(step.type === 'choose' && { description: words.description })}
    >
      {step.type === 'choose' && (
        <PackChoice onChoose={(from) => setStep({ type: 'review', from })} onExport={() => setStep({ type: 'export' })} />
      )}
      {step.type === 'review' && <PackReview from={step.from} list={list} onChange={onChange} onBack={back} onClose={onClose} />}
      {step.type === 'export' && <ExportPack list={list} onBack={back} onClose={onClose} />}
    </Dialog>
  );
}
