// Keys press the buttons that name them; a page that waits asks how things stand.
"use strict";
(() => {
  const body = document.body;
  if (location.search || location.pathname !== "/") {
    history.replaceState(null, "", "/"); // no token, and no form that failed
  }
  let sent = false;
  document.addEventListener("submit", (event) => {
    if (sent) {
      event.preventDefault();
    }
    sent = true;
  });
  window.addEventListener("pageshow", () => {
    sent = false;
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) {
      return;
    }
    const key = event.key.toLowerCase();
    for (const button of document.querySelectorAll("button[data-key]")) {
      if (button.dataset.key.split(" ").includes(key)) {
        event.preventDefault();
        button.click();
        return;
      }
    }
  });

  // Last: keys are taken from here on.
  document.getElementById("heading")?.focus({ preventScroll: true });

  const waits = ["computing", "waiting"];
  async function look() {
    try {
      const answer = await fetch("/state", { cache: "no-store" });
      const [key, ...text] = (await answer.text()).split("\n");
      if (!answer.ok || key !== body.dataset.state) {
        location.replace("/");
        return;
      }
      const place = document.getElementById("text");
      if (place && place.textContent !== text.join("\n")) {
        place.textContent = text.join("\n");
      }
    } catch (failure) {
      document.getElementById("text").textContent = "The program has ended, or cannot be reached.";
    }
    setTimeout(look, 700);
  }
  if (waits.includes(body.dataset.kind)) {
    setTimeout(look, 300);
  }
})();
