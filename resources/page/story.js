"use strict"
const isNarrow = matchMedia("(max-width: 600px)")
const isCalm = matchMedia("(prefers-reduced-motion: reduce)")
const root = document.documentElement

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))
  return new Response(stream).json()
}

class Step {
  constructor(section) {
    const part = name => section.querySelector(name)
    this.section = section
    this.svg = part(".picture")
    this.heading = part("h2")
    this.look = part(".look")
    this.mark = part(".mark")
    this.button = part(".play")
    this.slider = part("input")
    this.output = part("output")
    this.frame = this.slider ? +this.slider.value : 0
    if (!this.slider) return
    this.slider.oninput = () => { this.pause(); this.show(+this.slider.value) }
    this.button.onclick = () => this.timer ? this.pause() : this.play()
  }

  async load() {
    this.content = await unpacked(this.section.querySelector(".pack").textContent)
    this.show(this.frame)
  }

  show(frame) {
    if (!this.content) return
    const { pieces, frames, sizes, words } = this.content
    const layout = isNarrow.matches ? "narrow" : "wide"
    const [title, look, mark, alt, value] = words[frame].map(number => pieces[number])
    this.frame = frame
    this.svg.setAttribute("viewBox", `0 0 ${sizes[layout].join(" ")}`)
    this.svg.style.aspectRatio = sizes[layout].join(" / ")
    this.svg.innerHTML = frames[layout][frame].map(number => pieces[number]).join("")
    this.svg.setAttribute("aria-label", alt)
    this.heading.innerHTML = title
    this.look.innerHTML = look
    this.mark.textContent = mark
    this.mark.hidden = !mark
    if (!this.slider) return
    this.slider.value = frame
    this.slider.setAttribute("aria-valuetext", value)
    this.output.textContent = value
  }

  // There and back, until it is paused or out of sight.
  play() {
    let by = this.frame === +this.slider.max ? -1 : 1
    const next = () => {
      if (this.frame + by < 0 || this.frame + by > +this.slider.max) by = -by
      this.show(this.frame + by)
    }
    this.timer = setInterval(next, isCalm.matches ? 800 : 140)
    this.button.textContent = "Pause"
  }

  pause() {
    clearInterval(this.timer)
    this.timer = 0
    if (this.button) this.button.textContent = "Play"
  }
}

const steps = [...document.querySelectorAll(".step")].map(section => new Step(section))
const single = document.getElementById("single")
const full = document.getElementById("full")
let now = 0

function isSingle() { return root.classList.contains("single") }

// The step that is read: the last whose beginning is above the middle of the window.
function seen() {
  if (isSingle()) return now
  const tops = steps.map(step => step.section.getBoundingClientRect().top)
  return Math.max(0, tops.filter(top => top < innerHeight / 2).length - 1)
}

function go(number) {
  now = Math.min(steps.length - 1, Math.max(0, number))
  steps.forEach((step, place) => {
    step.section.classList.toggle("now", place === now)
    if (place !== now) step.pause()
  })
  history.replaceState(null, "", `#step-${now + 1}`)
  if (!isSingle()) steps[now].section.scrollIntoView()
  steps[now].heading.focus({ preventScroll: true })
}

function setSingle(on) {
  const number = seen()
  root.classList.toggle("single", on)
  single?.setAttribute("aria-pressed", on)
  go(number)
}

function toggleFull() {
  if (document.fullscreenElement) document.exitFullscreen()
  else if (root.requestFullscreen) root.requestFullscreen()
  else setSingle(!isSingle())
}

function leaveSingle() {
  if (document.fullscreenElement) document.exitFullscreen()
  else setSingle(false)
}

single?.addEventListener("click", () => setSingle(!isSingle()))
full?.addEventListener("click", toggleFull)
document.onfullscreenchange = () => setSingle(Boolean(document.fullscreenElement))
isNarrow.onchange = () => steps.forEach(step => step.show(step.frame))
document.querySelectorAll("[data-by]").forEach(button => {
  button.onclick = () => go(now + +button.dataset.by)
})

const BY = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 }
document.onkeydown = event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const target = event.target
  const step = steps[seen()]
  if (event.key === "f" || event.key === "F") toggleFull()
  else if (event.key === "Escape" && isSingle()) leaveSingle()
  else if (event.key in BY && target.type !== "range" && (isSingle() || event.key.startsWith("Arrow"))) go(seen() + BY[event.key])
  else if (event.key === " " && !["BUTTON", "A"].includes(target.tagName) && step.button) step.button.click()
  else return
  event.preventDefault()
}

const watcher = new IntersectionObserver(entries => {
  const hidden = entries.filter(entry => !entry.isIntersecting).map(entry => entry.target)
  steps.filter(step => hidden.includes(step.section)).forEach(step => step.pause())
})
steps.forEach(step => { step.load(); watcher.observe(step.section) })
