package dev.concord.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMeterTest {
  @TempDir Path folder;

  @Test
  void thePeakIsReadFromWhatTimeReports() {
    String report =
        """
        	Elapsed (wall clock) time (h:mm:ss or m:ss): 0:13.40
        	Maximum resident set size (kbytes): 1562500
        	Exit status: 0
        """;

    assertThat(ProcessMeter.peakOfTimeReport(report)).isEqualTo(1.6e9);
    assertThat(ProcessMeter.peakOfTimeReport("")).isNaN();
  }

  @Test
  void thePeakIsReadFromWhatTheKernelReports() {
    assertThat(ProcessMeter.peakOfStatus("VmPeak:\t 9 kB\nVmHWM:\t 1562500 kB\n")).isEqualTo(1.6e9);
    assertThat(ProcessMeter.peakOfStatus("Name:\tjava\n")).isNaN();
  }

  @Test
  void withoutGnuTimeTheKernelIsAskedWhileTheProcessRuns() throws Exception {
    ProcessMeter meter = new ProcessMeter(folder, folder.resolve("scratch"), false);

    Finished finished =
        meter.run("sleep", List.of("sh", "-c", "sleep 0.3; echo $WORD"), Map.of("WORD", "done"));

    assertThat(finished.seconds()).isBetween(0.3, 60.0);
    assertThat(finished.peakBytes()).isBetween(1e5, 1e9);
    assertThat(folder.resolve("scratch/sleep.out")).hasContent("done\n");
  }

  @Test
  void aFailedProcessIsShownWithItsLastMessages() {
    ProcessMeter meter = new ProcessMeter(folder, folder, false);

    assertThatThrownBy(
            () -> meter.run("bad", List.of("sh", "-c", "echo no luck >&2; exit 3"), Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ended with exit code 3. Its last messages:\nno luck");
  }

  @Test
  void processorTimeIsThatOfTheProcessAndItsChildren() {
    String stat = "7 (a b) c) S 1 1 1 0 -1 4194560 9 9 9 9 100 20 3000 400 20 0 30 0";

    assertThat(Processor.ownTicks(stat)).isEqualTo(3520.0);
    assertThat(Processor.ownTicks("")).isNaN();
  }

  @Test
  void busyIsAllButIdleAndWaiting() {
    assertThat(Processor.busyTicks("cpu  1 20 300 9999 8888 4000 50000 7 0 0\ncpu0 1"))
        .isEqualTo(54321.0);
    assertThat(Processor.busyTicks("")).isNaN();
  }

  @Test
  void theChildrensProcessorTimeIsNotThatOfOthers() throws Exception {
    ProcessMeter meter = new ProcessMeter(folder, folder, false);
    String count = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";

    Finished finished = meter.run("count", List.of("sh", "-c", count), Map.of());

    assertThat(finished.processorSeconds()).isPositive();
    assertThat(finished.otherCores())
        .isBetween(0.0, (double) Runtime.getRuntime().availableProcessors());
  }
}
