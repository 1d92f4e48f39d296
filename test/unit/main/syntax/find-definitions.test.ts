import { describe, expect, it } from 'vitest'
import { findDefinitions } from '../../../../main/syntax/find-definitions'
import { languageNames, languageOf, type LanguageName } from '../../../../main/syntax/languages'

/** A line that defines something ends in `//!` or `#!`, and no other does. */
const samples: Readonly<Record<LanguageName, string>> = {
  javascript: `
import x from 'x'
import { NEVER_MS } from '../../../support/eventually'
export function plain() { //!
  const inner = () => 1 //!
  return inner()
}
function* many() {} //!
export default class Shape extends Base { //!
  constructor() { super() } //!
  get area() { return 0 } //!
  #secret() {} //!
  static of() {} //!
}
const arrow = async () => {} //!
const notOne = 7
exports.named = function () {} //!
call(function () {})
`,
  typescript: `
export interface Point { //!
  x: number
  move(by: number): void //!
}
export type Id = string //!
export enum Kind { A } //!
export abstract class Shape<T> { //!
  abstract area(): number //!
  private readonly draw = (): void => {} //!
  name(): string { return '' } //!
}
export function over(a: string): void //!
export function over(a: unknown): void {} //!
declare module 'x' {} //!
namespace Inner { //!
  export const value = 1
}
export const make = <T,>(value: T): T => value //!
`,
  tsx: `
export function Panel({ title }: Props) { //!
  return <b onClick={() => 1}>{title}</b>
}
export const Row = () => <i /> //!
interface Props { title: string } //!
`,
  python: `
import os
class Shape(Base): #!
    size = 1
    @property
    def area(self): #!
        def inner(): #!
            pass
async def main(): #!
    pass
square = lambda x: x
`,
  rust: `
use std::fmt;
pub struct Point { x: i32 } //!
enum Kind { A, B } //!
pub trait Shape { //!
    fn area(&self) -> f64; //!
}
impl Shape for Point { //!
    fn area(&self) -> f64 { 0.0 } //!
}
mod inner {} //!
type Id = u32; //!
const MAX: u32 = 1; //!
macro_rules! twice { () => {} } //!
fn main() { let x = 1; } //!
`,
  go: `
package main
import "fmt"
type Point struct { //!
	X int
}
type Shape interface { //!
	Area() float64
}
func (p Point) Area() float64 { return 0 } //!
func main() { //!
	fmt.Println("x")
}
`,
  c: `
#include <stdio.h>
#define TWICE(x) ((x) * 2) //!
struct point { int x; }; //!
enum kind { A, B }; //!
typedef unsigned long id; //!
static int area(struct point *p); //!
char *name(void) //!
{
  return area(0) ? "a" : "b";
}
int main(int argc, char **argv) { return 0; } //!
`,
  cpp: `
namespace shapes { //!
class Shape { //!
public:
  virtual ~Shape(); //!
  double area() const; //!
};
template <typename T> struct Box { T value; }; //!
using Id = int; //!
}
double shapes::Shape::area() const { return 0; } //!
int main() { return 0; } //!
`,
  c_sharp: `
namespace Shapes; //!
public interface IShape { double Area(); } //!
public record Point(int X); //!
public enum Kind { A } //!
public class Box : IShape { //!
  public Box() { } //!
  public int Size { get; set; } //!
  public double Area() => 0; //!
  private int field;
}
`,
  ruby: `
require 'x'
module Shapes #!
  class Box < Base #!
    attr_reader :size
    def initialize(size) #!
      @size = size
    end
    def self.of #!
    end
  end
end
`,
  java: `
package shapes;
public interface Shape { double area(); } //!
enum Kind { A } //!
record Point(int x) {} //!
public class Box implements Shape { //!
  private int size;
  public Box() {} //!
  @Override
  public double area() { return 0; } //!
}
`,
  php: `<?php
namespace Shapes; //!
interface Shape { public function area(); } //!
trait Named {} //!
enum Kind { case A; } //!
class Box implements Shape { //!
  private $size;
  public function area() { return 0; } //!
}
function helper() {} //!
`,
  swift: `
import Foundation
protocol Shape { //!
  func area() -> Double //!
}
struct Box: Shape { //!
  var size: Int
  init(size: Int) { self.size = size } //!
  func area() -> Double { return 0 } //!
}
enum Kind { case a } //!
extension Box { //!
  static func of() {} //!
}
typealias Id = Int //!
`,
  kotlin: `
package shapes
interface Shape { fun area(): Double } //!
data class Point(val x: Int) //!
object Single { //!
  fun get() = 1 //!
}
class Box : Shape { //!
  override fun area(): Double { return 0.0 } //!
}
typealias Id = Int //!
fun main() { //!
  val x = 1
}
`,
  bash: `
set -e
build() { #!
  make
}
function clean { #!
  rm -rf out
}
`,
}

describe('finding definitions', () => {
  it.each(languageNames)('names the lines that define something in %s', async (language) => {
    const lines = samples[language].split('\n')
    const wanted = lines.flatMap((text, at) => (/(?:\/\/|#)!$/.test(text) ? [`${at + 1}: ${text}`] : []))
    const [found] = await findDefinitions([{ name: 'x', language, text: samples[language] }])
    expect(found?.definitions.map(({ line, text }) => `${line}: ${text}`)).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(1)
  })

  it('knows languages by the ending of the name', () => {
    expect(['a.TS', 'b.h', 'c.kts', 'd.spec.tsx', 'e', 'f.txt', '.c'].map(languageOf)).toEqual([
      'typescript',
      'cpp',
      'kotlin',
      'tsx',
      undefined,
      undefined,
      'c',
    ])
  })

  it('finds what is whole in a text that is broken', async () => {
    const text = 'class A {\n  m() {}\n  broken( {\n}\nfunction later() {}\n'
    const [found] = await findDefinitions([{ name: 'x', language: 'javascript', text }])
    expect(found?.definitions.map(({ line }) => line)).toContain(2)
  })

  it('cuts long lines and long lists, and says so', async () => {
    const text = `function f(${'a, '.repeat(200)}b) {}\n${'function g() {}\n'.repeat(600)}`
    const [found] = await findDefinitions([{ name: 'x', language: 'javascript', text }])
    expect(found).toMatchObject({ cut: true, definitions: { length: 500 } })
    expect(found?.definitions[0]?.text.length).toBeLessThan(210)
  })

  const bottomless = ['(', '[', '{', '`${', 'a<', 'if(a)']
  it.each(bottomless)('ends on a text that nests %s without end, and goes on with the next', { timeout: 60_000 }, async (piece) => {
    const found = await findDefinitions([
      { name: 'deep', language: 'typescript', text: piece.repeat(60_000) },
      { name: 'next', language: 'typescript', text: 'function fine() {}' },
    ])
    expect(found[1]?.definitions).toEqual([{ line: 1, text: 'function fine() {}' }])
  })
})
