import { useWindow } from '../store/app-store.ts';
import { Banner } from '../ui/banner.tsx';
import { bannerWords as words } from './banner-words.ts';

/** Says that the shown state is the last known one. */
export function ConnectionBanner() {
  const lost = useWindow((state) => state.connection === 'lost');
  return <div role="status">{lost && <Banner>{words.lost}</Banner>}</div>;
}
