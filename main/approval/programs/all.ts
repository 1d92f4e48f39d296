import { containers } from './containers'
import { files } from './files'
import { git } from './git'
import { languages } from './languages'
import type { Program, Programs } from './program'
import { system } from './system'
import { text } from './text'

const programs: Programs = { ...files, ...text, ...git, ...languages, ...containers, ...system }

/** Folders of the system whose programs are the same as by their bare names. */
const SYSTEM_PROGRAM = /^\/(?:usr\/)?bin\/([\w.[\]+-]+)$/

/** The table of a program that is known to only read with some arguments. */
export const findProgram = (name: string): Program | undefined => (Object.hasOwn(programs, name) ? programs[name] : undefined)

/** `/usr/bin/cat` is `cat`. */
export const bareName = (name: string): string => SYSTEM_PROGRAM.exec(name)?.[1] ?? name
