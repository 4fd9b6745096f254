// The gallery of building blocks is no part of the product: it is built and served beside it.
// Browser tests run against the real server with a fresh data folder. WAYBILL_URL names it;
// ./test starts it. Retries stay at 0: a flaky test is a failing test.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  webServer: {
    command: 'npm run gallery',
    url: 'http://localhost:4173/config.json',
    reuseExistingServer: true,
    timeout: 180_000,
  },
  use: {
    baseURL: process.env['WAYBILL_URL'] ?? 'http://localhost:4000',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    trace: 'retain-on-failure',
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
