// Reads what the test tools write, for ./test and scripts/rust-tests:
//   programs FILE     cargo's build messages  -> a line per test program: crate, kind, name, folder, program
//   cargo FILE        a log of Rust tests     -> "PASSED FAILED"
//   vitest FILE       vitest's JSON report    -> "PASSED FAILED"
//   playwright FILE   Playwright's JSON report -> "PASSED FAILED"; a flaky test is a failed test
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const [what, file] = process.argv.slice(2)
const text = readFileSync(file, 'utf8')

const count = {
  cargo() {
    let passed = 0
    let failed = 0
    for (const [, p, f] of text.matchAll(/^test result: .*?(\d+) passed; (\d+) failed/gm)) {
      passed += Number(p)
      failed += Number(f)
    }
    return [passed, failed]
  },
  vitest() {
    const report = JSON.parse(text)
    const brokenFiles = report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0)
    return [report.numPassedTests, report.numFailedTests + brokenFiles.length]
  },
  playwright() {
    const { stats, errors } = JSON.parse(text)
    return [stats.expected, stats.unexpected + stats.flaky + errors.length]
  },
}

if (what === 'programs') {
  for (const line of text.split('\n').filter((l) => l.startsWith('{'))) {
    const message = JSON.parse(line)
    if (message.reason !== 'compiler-artifact' || !message.profile.test || !message.executable) continue
    const folder = dirname(message.manifest_path)
    const kind = message.target.kind.some((k) => k.endsWith('lib')) ? 'lib' : message.target.kind[0]
    console.log([basename(folder), kind, message.target.name, folder, message.executable].join('\t'))
  }
} else {
  console.log(count[what]().join(' '))
}
