import { useLayoutEffect } from 'react';
import { Home } from '../projects/home.tsx';
import { endFirstPaint } from './start-screen.tsx';

/** The start page, which replaces the first paint. */
export function HomePage() {
  useLayoutEffect(endFirstPaint, []);
  return <Home />;
}
