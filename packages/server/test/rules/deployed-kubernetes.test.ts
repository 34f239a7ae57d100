import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { loadConfig } from '../../src/platform/config/load-config.ts'
import { settings } from '../../src/platform/config/schema.ts'
import { parseDuration } from '../../src/platform/kernel/duration.ts'
import { stopTimes } from '../../src/platform/kernel/stop-times.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../../../deploy/kubernetes.yaml'), 'utf8')
const documents = parseAllDocuments(text).map((document) => document.toJS())
const ofKind = (kind: string) => documents.find((one) => one.kind === kind)

const environment: Readonly<Record<string, string>> = ofKind('ConfigMap').data
const pod = ofKind('Deployment').spec.template.spec
const [container] = pod.containers
const portOf = (name: string) => container.ports.find((one: { name: string }) => one.name === name).containerPort

describe('deploy/kubernetes.yaml', () => {
  it('sets what there is, so that production accepts it', () => {
    const names = new Set(settings.map(([, { env }]) => env))
    expect(Object.keys(environment).filter((name) => !names.has(name.replace(/_FILE$/, '')))).toEqual([])
    const given = {
      SECRET: 'a secret for tests, 32 bytes and more',
      DATABASE_URL: 'postgres://latchkey:word@database/latchkey',
      SMTP_URL: 'smtps://user:word@mail.example.com',
    }
    const inFiles = Object.keys(given).map((name) => `${name}_FILE`)
    const others = Object.entries(environment).filter(([name]) => !inFiles.includes(name))
    expect(others).toHaveLength(Object.keys(environment).length - inFiles.length)
    const env = { NODE_ENV: 'production', ...given, ...Object.fromEntries(others) }
    const { server, metrics } = loadConfig({ env, cwd: tmpdir() })
    expect([server.port, metrics.port]).toEqual([portOf('http'), portOf('metrics')])
  })

  it('reads its secrets where they are mounted', () => {
    const [{ mountPath }] = container.volumeMounts
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
    expect(files.map(([, file]) => path.dirname(file))).toEqual(files.map(() => mountPath))
    for (const [, file] of files) expect(text).toContain(`--from-file=${path.basename(file)}`)
  })

  it('gives a process that stops the time it may take', () => {
    const delay = parseDuration(environment['STOP_DELAY'] ?? '') ?? 0
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(delay + stopTimes.endMs + stopTimes.lingerMs)
  })

  it('asks for readiness before it sends anybody, and restarts a process only where that helps', () => {
    const paths = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => container[name].httpGet.path)
    expect(paths).toEqual(['/healthz', '/readyz', '/healthz'])
  })

  it('chooses its own processes everywhere', () => {
    const { labels } = ofKind('Deployment').spec.template.metadata
    expect(ofKind('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(ofKind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(ofKind('Service').spec.selector).toEqual(labels)
  })
})
