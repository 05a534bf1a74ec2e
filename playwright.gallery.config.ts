import { defineConfig } from 'playwright/test';
import tests from './playwright.config.ts';

/** `npm run gallery`: not tests, but the pictures of the window's main states in docs/gallery, made anew. */
export default defineConfig({ ...tests, testDir: 'test/gallery', testMatch: '*.shots.ts', workers: 1 });
