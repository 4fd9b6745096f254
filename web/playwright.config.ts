// Browser tests run against the real server, which each worker starts for itself with a fresh data
// folder (e2e/support). Retries stay at 0: a flaky test is a failing test.
// The gallery of building blocks is no part of the product: it is built and served beside it, on
// whatever port is free (or name a running one by GALLERY_URL).
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'

const gallery: PlaywrightTestConfig['webServer'] = {
  command:
    'VITE_UI_GALLERY=1 vite build --outDir dist-gallery && vite preview --outDir dist-gallery --port 0',
  // The named group becomes the variable GALLERY_URL, which the tests read.
  wait: { stdout: /Local:\s+(?<gallery_url>http:\S+)\// },
  env: { NO_COLOR: '1', NODE_NO_WARNINGS: '1' },
  timeout: 600_000,
}

export default defineConfig({
  testDir: 'e2e',
  // `SCREENSHOTS=1 npm run e2e` takes the pictures of docs/images instead.
  testMatch: process.env['SCREENSHOTS'] ? '*.shots.ts' : '*.e2e.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: 2,
  // A machine that is shared may be twenty times slower for minutes: only a hang should fail here.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  ...(process.env['GALLERY_URL'] ? {} : { webServer: gallery }),
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Nothing is looked at half way through a transition.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs more than the tests themselves: ask for it with TRACE=1.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
