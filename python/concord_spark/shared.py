"""Parameters, getters and setters of the estimator and its model."""

from __future__ import annotations

from typing import Any, List, TypeVar

from pyspark.ml.param import Param, Params, TypeConverters

from concord_spark.parameters import PARAMETERS

S = TypeVar("S", bound="ModelParams")
E = TypeVar("E", bound="EstimatorParams")


def _param(name: str) -> Param[Any]:
    row = PARAMETERS[name]
    return Param(Params._dummy(), name, row.doc, getattr(TypeConverters, row.converter))


class ClusteringParams(Params):
    """The parameters, which the model carries too, and their getters.

    >>> estimator.getOrDefault(estimator.k), estimator.getNeighbors()
    (3, 10)
    """

    featuresCol: "Param[str]" = _param("featuresCol")
    categoricalCols: "Param[List[str]]" = _param("categoricalCols")
    idCol: "Param[str]" = _param("idCol")
    predictionCol: "Param[str]" = _param("predictionCol")
    handleInvalid: "Param[str]" = _param("handleInvalid")
    distanceCol: "Param[str]" = _param("distanceCol")
    confidenceCol: "Param[str]" = _param("confidenceCol")
    secondCol: "Param[str]" = _param("secondCol")
    outlierCol: "Param[str]" = _param("outlierCol")
    assignRule: "Param[str]" = _param("assignRule")
    k: "Param[int]" = _param("k")
    method: "Param[str]" = _param("method")
    refine: "Param[str]" = _param("refine")
    constraintMode: "Param[str]" = _param("constraintMode")
    propagate: "Param[bool]" = _param("propagate")
    neighbors: "Param[int]" = _param("neighbors")
    kernel: "Param[str]" = _param("kernel")
    scaleFeatures: "Param[str]" = _param("scaleFeatures")
    eigenvectors: "Param[int]" = _param("eigenvectors")
    restarts: "Param[int]" = _param("restarts")
    seed: "Param[int]" = _param("seed")
    minClusterSize: "Param[float]" = _param("minClusterSize")
    maxClusterSize: "Param[float]" = _param("maxClusterSize")
    weightCol: "Param[str]" = _param("weightCol")
    exclusiveCol: "Param[str]" = _param("exclusiveCol")
    outliers: "Param[float]" = _param("outliers")
    constraintsPath: "Param[str]" = _param("constraintsPath")
    constraintsFormat: "Param[str]" = _param("constraintsFormat")
    settings: "Param[List[str]]" = _param("settings")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        known = {name: row.default for name, row in PARAMETERS.items()}
        self._setDefault(**{name: value for name, value in known.items() if value is not None})

    def getFeaturesCol(self) -> str:
        """The column of vectors or arrays of numbers."""
        return self.getOrDefault(self.featuresCol)

    def getCategoricalCols(self) -> List[str]:
        """The columns of categories beside the features."""
        return self.getOrDefault(self.categoricalCols)

    def getIdCol(self) -> str:
        """The column of ids; constraints need one."""
        return self.getOrDefault(self.idCol)

    def getPredictionCol(self) -> str:
        """The column of cluster numbers that ``transform`` adds."""
        return self.getOrDefault(self.predictionCol)

    def getHandleInvalid(self) -> str:
        """The rule for rows without features or with NaN: error, skip or keep."""
        return self.getOrDefault(self.handleInvalid)

    def getDistanceCol(self) -> str:
        """The column of distances that ``transform`` adds."""
        return self.getOrDefault(self.distanceCol)

    def getConfidenceCol(self) -> str:
        """The column of confidences that ``transform`` adds."""
        return self.getOrDefault(self.confidenceCol)

    def getSecondCol(self) -> str:
        """The column of runner-up clusters that ``transform`` adds."""
        return self.getOrDefault(self.secondCol)

    def getOutlierCol(self) -> str:
        """The column of outlier scores that ``transform`` adds."""
        return self.getOrDefault(self.outlierCol)

    def getAssignRule(self) -> str:
        """The rule for new points: votes or centre."""
        return self.getOrDefault(self.assignRule)

    def getK(self) -> int:
        """The number of clusters."""
        return self.getOrDefault(self.k)

    def getMethod(self) -> str:
        """The name of a method."""
        return self.getOrDefault(self.method)

    def getRefine(self) -> str:
        """The refinement of the partition."""
        return self.getOrDefault(self.refine)

    def getConstraintMode(self) -> str:
        """The hard or soft."""
        return self.getOrDefault(self.constraintMode)

    def getPropagate(self) -> bool:
        """The switch by which the constraints are propagated over the graph first."""
        return self.getOrDefault(self.propagate)

    def getNeighbors(self) -> int:
        """The neighbours of a point in the graph."""
        return self.getOrDefault(self.neighbors)

    def getKernel(self) -> str:
        """The kernel from distances to weights."""
        return self.getOrDefault(self.kernel)

    def getScaleFeatures(self) -> str:
        """The scaling of the features."""
        return self.getOrDefault(self.scaleFeatures)

    def getEigenvectors(self) -> int:
        """The eigenvectors that a spectral method computes."""
        return self.getOrDefault(self.eigenvectors)

    def getRestarts(self) -> int:
        """The restarts of k-means."""
        return self.getOrDefault(self.restarts)

    def getSeed(self) -> int:
        """The seed of all random numbers."""
        return self.getOrDefault(self.seed)

    def getMinClusterSize(self) -> float:
        """The least size of a cluster: a share below 1, or points from 1 on; 0 for none."""
        return self.getOrDefault(self.minClusterSize)

    def getMaxClusterSize(self) -> float:
        """The largest size of a cluster: a share below 1, or points from 1 on; 0 for none."""
        return self.getOrDefault(self.maxClusterSize)

    def getWeightCol(self) -> str:
        """The column of weights of points, which the cut and the bounds of sizes count."""
        return self.getOrDefault(self.weightCol)

    def getExclusiveCol(self) -> str:
        """The column of sources: points of one source are in different clusters."""
        return self.getOrDefault(self.exclusiveCol)

    def getOutliers(self) -> float:
        """The share of the training set that is set aside, 0 for none."""
        return self.getOrDefault(self.outliers)

    def getConstraintsPath(self) -> str:
        """The path of the table of constraints."""
        return self.getOrDefault(self.constraintsPath)

    def getConstraintsFormat(self) -> str:
        """The format of the table of constraints."""
        return self.getOrDefault(self.constraintsFormat)

    def getSettings(self) -> List[str]:
        """The further keys of the configuration, ``key=value`` each."""
        return self.getOrDefault(self.settings)


class ModelParams(ClusteringParams):
    """Setters that the estimator and the model have.

    >>> placed = model.setDistanceCol("distance").transform(points)
    """

    def setFeaturesCol(self: S, value: str) -> S:
        """Sets the column of vectors or arrays of numbers."""
        return self._set(featuresCol=value)

    def setIdCol(self: S, value: str) -> S:
        """Sets the column of ids; constraints need one."""
        return self._set(idCol=value)

    def setPredictionCol(self: S, value: str) -> S:
        """Sets the column of cluster numbers that ``transform`` adds."""
        return self._set(predictionCol=value)

    def setHandleInvalid(self: S, value: str) -> S:
        """Sets the rule for rows without features or with NaN: error, skip or keep."""
        return self._set(handleInvalid=value)

    def setDistanceCol(self: S, value: str) -> S:
        """Sets the column of distances that ``transform`` adds."""
        return self._set(distanceCol=value)

    def setConfidenceCol(self: S, value: str) -> S:
        """Sets the column of confidences that ``transform`` adds."""
        return self._set(confidenceCol=value)

    def setSecondCol(self: S, value: str) -> S:
        """Sets the column of runner-up clusters that ``transform`` adds."""
        return self._set(secondCol=value)

    def setOutlierCol(self: S, value: str) -> S:
        """Sets the column of outlier scores that ``transform`` adds."""
        return self._set(outlierCol=value)

    def setAssignRule(self: S, value: str) -> S:
        """Sets the rule for new points: votes or centre."""
        return self._set(assignRule=value)


class EstimatorParams(ModelParams):
    """Setters of the estimator.

    >>> estimator.setK(4).setMethod("cosc").setSettings(["method.cosc.starts=2"]).getK()
    4
    """

    def setK(self: E, value: int) -> E:
        """Sets the number of clusters."""
        return self._set(k=value)

    def setMethod(self: E, value: str) -> E:
        """Sets the name of a method."""
        return self._set(method=value)

    def setRefine(self: E, value: str) -> E:
        """Sets the refinement of the partition."""
        return self._set(refine=value)

    def setConstraintMode(self: E, value: str) -> E:
        """Sets the hard or soft."""
        return self._set(constraintMode=value)

    def setPropagate(self: E, value: bool) -> E:
        """Sets the switch by which the constraints are propagated over the graph first."""
        return self._set(propagate=value)

    def setNeighbors(self: E, value: int) -> E:
        """Sets the neighbours of a point in the graph."""
        return self._set(neighbors=value)

    def setKernel(self: E, value: str) -> E:
        """Sets the kernel from distances to weights."""
        return self._set(kernel=value)

    def setScaleFeatures(self: E, value: str) -> E:
        """Sets the scaling of the features."""
        return self._set(scaleFeatures=value)

    def setEigenvectors(self: E, value: int) -> E:
        """Sets the eigenvectors that a spectral method computes."""
        return self._set(eigenvectors=value)

    def setRestarts(self: E, value: int) -> E:
        """Sets the restarts of k-means."""
        return self._set(restarts=value)

    def setSeed(self: E, value: int) -> E:
        """Sets the seed of all random numbers."""
        return self._set(seed=value)

    def setCategoricalCols(self: E, value: List[str]) -> E:
        """Sets the columns of categories beside the features."""
        return self._set(categoricalCols=value)

    def setMinClusterSize(self: E, value: float) -> E:
        """Sets the least size of a cluster: a share below 1, or points from 1 on; 0 for none."""
        return self._set(minClusterSize=value)

    def setMaxClusterSize(self: E, value: float) -> E:
        """Sets the largest size of a cluster, likewise; 0 for none."""
        return self._set(maxClusterSize=value)

    def setWeightCol(self: E, value: str) -> E:
        """Sets the column of weights of points, which the cut and the bounds of sizes count."""
        return self._set(weightCol=value)

    def setExclusiveCol(self: E, value: str) -> E:
        """Sets the column of sources: points of one source are in different clusters."""
        return self._set(exclusiveCol=value)

    def setOutliers(self: E, value: float) -> E:
        """Sets the share of the training set that is set aside, 0 for none."""
        return self._set(outliers=value)

    def setConstraintsPath(self: E, value: str) -> E:
        """Sets the path of the table of constraints."""
        return self._set(constraintsPath=value)

    def setConstraintsFormat(self: E, value: str) -> E:
        """Sets the format of the table of constraints."""
        return self._set(constraintsFormat=value)

    def setSettings(self: E, value: List[str]) -> E:
        """Sets the further keys of the configuration, ``key=value`` each."""
        return self._set(settings=value)
