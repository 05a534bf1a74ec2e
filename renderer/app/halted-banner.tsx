import { HardDrive } from 'lucide-react';
import { useSlot } from '../store/selectors.ts';
import { Banner } from '../ui/banner.tsx';
import { bannerWords as words } from './banner-words.ts';

/** Says that the session can't be written, for example because the disk is full, and what to do. */
export function HaltedBanner({ sessionId }: { readonly sessionId: string }) {
  const halted = useSlot(sessionId, (slot) => slot.halted) ?? false;
  return (
    <div role="alert">
      {halted && (
        <Banner icon={<HardDrive size={16} strokeWidth={1.5} />}>
          <strong>{words.halted}</strong> {words.haltedDetail}
        </Banner>
      )}
    </div>
  );
}
