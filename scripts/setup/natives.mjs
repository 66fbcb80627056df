// @ts-check
// Finds optional native packages that npm has failed to install (npm/cli#4828). The lock file names those that this
// machine needs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {string | string[] | undefined} Allowed such as ["linux"], "linux" or ["!win32"]
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: Allowed, cpu?: Allowed, libc?: Allowed }} LockEntry
 * @typedef {{ os: string, cpu: string, libc: string | null }} Machine
 */

/** @returns {Machine} */
export function thisMachine() {
  return { os: process.platform, cpu: process.arch, libc: currentLibc() }
}

function currentLibc() {
  if (process.platform !== 'linux') return null
  return existsSync('/etc/alpine-release') ? 'musl' : 'glibc'
}

/**
 * Returns whether a value is in a list, or not among the values that it excludes with `!`. A null value is unknown and
 * permitted.
 * @param {Allowed} allowed
 * @param {string | null} value
 */
function permits(allowed, value) {
  if (!allowed || value === null) return true
  const list = [allowed].flat()
  if (list.includes(`!${value}`)) return false
  return list.includes(value) || list.every((entry) => entry.startsWith('!'))
}

/**
 * @param {LockEntry} entry
 * @param {Machine} machine
 */
function isNativeFor(entry, machine) {
  if (!entry.optional || (!entry.os && !entry.cpu)) return false
  return permits(entry.os, machine.os) && permits(entry.cpu, machine.cpu) && permits(entry.libc, machine.libc)
}

/**
 * Returns the packages (`name@version`) that the lock file has for this machine and that are not installed.
 * @param {string} root
 * @param {'run' | 'develop'} purpose tools of development count only for `develop`
 * @param {Machine} [machine]
 */
export function missingNatives(root, purpose, machine = thisMachine()) {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages)
    .filter(([, entry]) => purpose === 'develop' || !entry.dev)
    .filter(([path, entry]) => isNativeFor(entry, machine) && !existsSync(join(root, path, 'package.json')))
    .map(([path, entry]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${entry.version}`)
}
