import { ArrowDownToLine } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/display/kbd.tsx';
import { words } from '../words.ts';
import styles from './timeline-grid.module.css';

/** Goes back to the newest calls, and follows them. */
export function FollowButton({ onFollow }: { readonly onFollow: () => void }) {
  return (
    <div className={styles.follow}>
      <Button size="small" icon={<ArrowDownToLine size={14} strokeWidth={1.5} aria-hidden="true" />} onClick={onFollow}>
        {words.follow} <Kbd keys="F" />
      </Button>
    </div>
  );
}
