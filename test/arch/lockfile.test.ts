import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ROOT } from './source-files'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const Versions = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  allowScripts: z.record(z.string(), z.boolean()),
  engines: z.record(z.string(), z.string()),
})
const Lock = z.object({
  lockfileVersion: z.number(),
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

/** What in a lock file would tie it to one registry. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/"resolved"|https?:\/\/[^"\s]+\.tgz|git\+[a-z]+:/g)].map(([found]) => found)

describe('the lock file', () => {
  const text = read('package-lock.json')
  const lock = Lock.parse(JSON.parse(text))
  const manifest = Manifest.parse(JSON.parse(read('package.json')))
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies }

  it('names no registry', () => {
    expect(addressesIn(text)).toEqual([])
    expect(addressesIn('"resolved": "https://registry.example/a/-/a-1.0.0.tgz"')).toHaveLength(2)
    expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m)
    expect(read('.npmrc')).not.toMatch(/^(@[^=]+:)?registry\s*=/m)
  })

  it('has a checksum for every package', () => {
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
    expect(packages.length).toBeGreaterThan(400)
    expect(packages.filter(([, { integrity, link }]) => integrity === undefined && link !== true).map(([path]) => path)).toEqual([])
  })

  it('holds the exact versions that package.json asks for', () => {
    for (const [name, version] of Object.entries(wanted)) {
      const exact = version.replace(/^npm:(@?[^@]+)@/, '')
      expect(exact, name).toMatch(/^\d+\.\d+\.\d+$/)
      expect(lock.packages[`node_modules/${name}`].version, name).toBe(exact)
    }
  })

  it('brings the Node that everything runs on, and lets only it run an install script', () => {
    expect(manifest.allowScripts).toEqual({ node: true })
    expect(wanted['node']).toMatch(/^24\./)
    expect(process.versions.node).toBe(wanted['node'])
  })

  it('leaves the engine check to our own line', () => {
    expect(read('.npmrc')).toMatch(/^engine-strict=false$/m)
    expect(manifest.engines['node']).toBe('>=22.12.0')
  })
})
