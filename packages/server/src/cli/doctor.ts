import { CommandError, command } from '../platform/commands/command.ts'
import type { Finding } from '../platform/commands/finding.ts'

const NAME_WIDTH = 'administrators'.length

export const doctor = command({
  name: 'doctor',
  summary:
    'Check database, mail, clock, keys, certificates, queues, proxies and disk, and say what to do. Changes nothing; exits with 1 if a check fails.',
  options: { json: { type: 'boolean', help: 'Print a JSON array.' } },

  async run({ values, terminal, config }) {
    const { examine } = await import('./doctor/examine.ts')
    const findings: Finding[] = []
    for await (const finding of examine(config())) {
      findings.push(finding)
      const { status, check, message } = finding
      if (!values.json) terminal.out(`${status.padEnd(4)}  ${check.padEnd(NAME_WIDTH)}  ${message}`)
    }
    if (values.json) terminal.out(JSON.stringify(findings, null, 2))
    const failed = findings.filter(({ status }) => status === 'fail').length
    if (failed > 0) throw new CommandError(`${failed} ${failed === 1 ? 'check' : 'checks'} failed.`)
  },
})
